/** FNV-1a. */
function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

/**
 * Groups positions with the same text; a position without a text is in no group. Most texts occur once and a map of all
 * needs much memory, so positions are stored by the hash of their text.
 */
export function groupRepeated(count: number, textAt: (position: number) => string | undefined): number[][] {
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * count + 1))).fill(-1)
  const hashes = new Uint32Array(count)
  const groups = new Map<number, number[]>()
  const findFirst = (position: number, text: string, hash: number): number => {
    for (let slot = hash % slots.length; ; slot = (slot + 1) % slots.length) {
      const first = slots[slot] ?? -1
      if (first < 0) return (slots[slot] = position)
      if (hashes[first] === hash && textAt(first) === text) return first
    }
  }
  for (let position = 0; position < count; position++) {
    const text = textAt(position)
    if (text === undefined) continue
    const hash = (hashes[position] = hashText(text))
    const first = findFirst(position, text, hash)
    if (first === position) continue
    const group = groups.get(first)
    if (group) group.push(position)
    else groups.set(first, [first, position])
  }
  return [...groups.values()]
}
