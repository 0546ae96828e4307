import type { Random } from '../support/random.ts'

const TEXT_PIECES = [
  ...Array.from('abc XYZ019 \\;,:"\'=^<>/|'),
  '\n',
  '\r\n',
  '\r',
  '\t',
  '\u0000',
  '\u0007',
  '\u001b[31m',
  '\u007f',
  '\u0085',
  '\u2028',
  '\u2029',
  '\\n',
  '\\N',
  '\\\\',
  'BEGIN:VEVENT',
  'END:VCALENDAR\r\n',
  'é',
  'e\u0301',
  'ß',
  '“”',
  '漢字',
  'שלום',
  '\u202e',
  '👩‍👩‍👧‍👦',
  '🏳️‍🌈',
  '🇩🇪',
  '👍🏽',
  '\u200b',
  '\ufeff',
  '\ud800',
  '\udc00',
]

/** A random text built from pieces that could break folding, escaping or a parser. */
export const textOf = (random: Random): string =>
  Array.from({ length: random.int(60) }, () => random.pick(TEXT_PIECES)).join('')
