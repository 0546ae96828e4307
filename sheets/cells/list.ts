import { normaliseLine, normaliseLines } from './normalise.ts'

/** A member in quotation marks up to a separator, else everything up to one. */
const MEMBER = /\s*(?:"((?:[^"]|"")*)"[^\S\n]*(?=[;,\n]|$)|([^;,\n]*))(?:[;,\n]|$)/y

/** Members of a list as they are compared: normalised, none blank, none twice. */
export const normaliseList = (members: readonly string[]): string[] => [...new Set(members.map(normaliseLine).filter((member) => member !== ''))]

/** The members of a cell that holds a list: separated by commas, semicolons or line breaks; one in quotation marks may hold those itself. */
export function splitList(text: string): string[] {
  const whole = normaliseLines(text)
  const members: string[] = []
  MEMBER.lastIndex = 0
  while (MEMBER.lastIndex < whole.length) {
    const found = MEMBER.exec(whole)
    if (!found) break
    members.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
  }
  return normaliseList(members)
}

/** A list as a cell holds it. */
export const joinList = (members: readonly string[]): string =>
  members.map((member) => (/[;,"\n\u0085\u2028\u2029]/.test(member) ? `"${member.replaceAll('"', '""')}"` : member)).join(', ')
