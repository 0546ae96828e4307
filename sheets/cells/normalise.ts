/** Fast path: plain ASCII with single spaces, like most cells. */
const PLAIN = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/

/** All spaces and line breaks except zero-width ones. */
const SPACES = /[\s\u0085]+/g
const CONTROLS_BUT_SPACES = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/g
const CONTROLS_BUT_TAB_AND_LINE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
/** Zero-width characters without meaning. Zero-width joiners are not among them, because emoji need them. */
const ZERO_WIDTH = /[\u200b\u2060\ufeff]/g
/** All invisible characters, including joiners and direction marks. An identifier contains none. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/** One line: NFC, single spaces, trimmed, without control characters. */
export function normaliseLine(text: string): string {
  if (PLAIN.test(text)) return text
  // Zero-width characters go first: one may stand between two spaces, or between two accents that NFC reorders.
  const visible = text.toWellFormed().replace(ZERO_WIDTH, '').replace(CONTROLS_BUT_SPACES, '')
  return visible.replace(SPACES, ' ').normalize('NFC').trim()
}

/** Full-width characters of East Asian keyboards. Each is 0xFEE0 above its ASCII character. */
const FULL_WIDTH = /[\uff01-\uff5e]/g

/** A number or date on one line; full-width digits become ASCII. */
export const normaliseFigures = (text: string): string =>
  normaliseLine(text.replace(FULL_WIDTH, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0)))

/** An identifier: one line without invisible characters. */
export function normaliseIdentifier(text: string): string {
  if (PLAIN.test(text)) return text
  return normaliseLine(text.replace(INVISIBLE, ''))
}

/** Several lines: NFC, `\n`, trimmed, without control characters; inner spaces stay. */
export function normaliseLines(text: string): string {
  if (PLAIN.test(text)) return text
  const lines = text.toWellFormed().replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
  return lines
    .replaceAll('\u00a0', ' ')
    .replace(ZERO_WIDTH, '')
    .replace(CONTROLS_BUT_TAB_AND_LINE, '')
    .normalize('NFC')
    .trim()
}
