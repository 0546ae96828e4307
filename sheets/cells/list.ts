import { normaliseLine, normaliseLines } from './normalise.ts'

/** Matches a quoted list member, else the text up to a separator. */
const MEMBER = /\s*(?:"((?:[^"]|"")*)"[^\S\n]*(?=[;,\n]|$)|([^;,\n]*))(?:[;,\n]|$)/y

export const normaliseList = (members: readonly string[]): string[] => [
  ...new Set(members.map(normaliseLine).filter((member) => member !== '')),
]

/** Splits a list at commas, semicolons and line breaks; quoted members may contain them. */
export function splitList(text: string): string[] {
  const normalised = normaliseLines(text)
  const members: string[] = []
  MEMBER.lastIndex = 0
  while (MEMBER.lastIndex < normalised.length) {
    const match = MEMBER.exec(normalised)
    if (!match) break
    members.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
  }
  return normaliseList(members)
}
