/** Octets that a line may have, its line end not counted. */
const MAX_OCTETS = 75

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What people see as one character, where it fits into a line; else its code points. A space goes before every line but the first. */
function* unbreakable(line: string): Generator<string> {
  for (const { segment } of segmenter.segment(line)) {
    if (Buffer.byteLength(segment) < MAX_OCTETS) yield segment
    else yield* segment
  }
}

/**
 * Folds a content line (RFC 5545 section 3.1): no line has more than 75 octets, and none ends inside a UTF-8 sequence or, where that is
 * possible, inside what people see as one character.
 * @param line without line ends
 */
export function foldLine(line: string): string {
  if (line.length <= MAX_OCTETS && Buffer.byteLength(line) <= MAX_OCTETS) return line
  let folded = ''
  let octets = 0
  for (const part of unbreakable(line)) {
    const more = Buffer.byteLength(part)
    if (octets + more > MAX_OCTETS) {
      folded += '\r\n '
      octets = 1
    }
    folded += part
    octets += more
  }
  return folded
}
