/** Groups of two or more positions with the same text. A position without a text is in none. */
export function groupRepeated(count: number, textAt: (position: number) => string | undefined): number[][] {
  // Most texts stand once, and an array for each would need much memory.
  const groups = new Map<string, number | number[]>()
  for (let position = 0; position < count; position++) {
    const text = textAt(position)
    if (text === undefined) continue
    const group = groups.get(text)
    if (group === undefined) groups.set(text, position)
    else if (Array.isArray(group)) group.push(position)
    else groups.set(text, [group, position])
  }
  const all = [...groups.values()]
  return all.filter((group) => Array.isArray(group))
}
