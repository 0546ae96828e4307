const MAX_OCTETS = 75

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Splits a line into graphemes. A grapheme longer than a folded line is split into code points. */
function* splitGraphemes(line: string): Generator<string> {
  for (const { segment } of segmenter.segment(line)) {
    if (Buffer.byteLength(segment) < MAX_OCTETS) yield segment
    else yield* segment
  }
}

/**
 * Folds a content line at 75 octets (RFC 5545 section 3.1), never inside a UTF-8 sequence and, where possible, not
 * inside a grapheme.
 * @param line without line ends
 */
export function foldLine(line: string): string {
  if (line.length <= MAX_OCTETS && Buffer.byteLength(line) <= MAX_OCTETS) return line
  let folded = ''
  let octets = 0
  for (const part of splitGraphemes(line)) {
    const partOctets = Buffer.byteLength(part)
    if (octets + partOctets > MAX_OCTETS) {
      folded += '\r\n '
      octets = 1
    }
    folded += part
    octets += partOctets
  }
  return folded
}
