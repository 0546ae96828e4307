/** One member of a List whose items are Strings with Integer parameters. */
export interface ListMember {
  name: string
  parameters: Record<string, number>
}

const ITEM = /"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"/y
const PARAMETER = /; *([a-z*][a-z0-9_.*-]*)=(-?\d{1,15})(?![\d.])/y
const COMMA = /[ \t]*,[ \t]*/y

/** Parses the RFC 9651 Lists (section 4.2.1) that rate limit headers use. @throws on anything else */
export function parseStructuredList(text: string): ListMember[] {
  const members: ListMember[] = []
  let position = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = position
    const match = pattern.exec(text)
    if (match) position = pattern.lastIndex
    return match
  }
  do {
    const item = take(ITEM)
    if (!item) throw new Error(`expected a String at ${position} of: ${text}`)
    const parameters: Record<string, number> = {}
    for (let one = take(PARAMETER); one; one = take(PARAMETER)) parameters[one[1] ?? ''] = Number(one[2])
    members.push({ name: (item[1] ?? '').replaceAll(/\\(.)/g, '$1'), parameters })
  } while (take(COMMA))
  if (position !== text.length) throw new Error(`expected the end at ${position} of: ${text}`)
  return members
}
