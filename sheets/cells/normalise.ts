/** Nothing to do: plain ASCII words with single spaces between them. Most cells are. */
const PLAIN = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/

/** Spaces of all kinds and line breaks; not the zero-width ones. */
const SPACES = /[\s\u0085]+/g
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g
const CONTROLS_BUT_TAB_AND_LINE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
/** Marks without width that carry no meaning in any text. The joiners stay: emoji are made with them. */
const EMPTY_MARKS = /[\u200b\u2060\ufeff]/g
/** All marks without width, joiners and direction marks too: none of them is part of a number on a sticker. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/** Text of one line: NFC, spaces folded to single ones and trimmed, controls removed. */
export function normaliseLine(text: string): string {
  if (PLAIN.test(text)) return text
  return text.toWellFormed().normalize('NFC').replace(EMPTY_MARKS, '').replace(SPACES, ' ').replace(CONTROLS, '').trim()
}

/** Full-width digits, signs and letters of Chinese and Japanese keyboards; each stands 0xfee0 behind its ASCII form. */
const FULL_WIDTH = /[\uff01-\uff5e]/g

/** A number or a date on one line, with full-width digits as ASCII. */
export const normaliseFigures = (text: string): string =>
  normaliseLine(text.replace(FULL_WIDTH, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0)))

/** A tag, serial or other identifier: like a line, without marks that cannot be seen. */
export function normaliseIdentifier(text: string): string {
  if (PLAIN.test(text)) return text
  return normaliseLine(text.replace(INVISIBLE, ''))
}

/** Text of several lines: NFC, line ends \n, controls removed, trimmed; spaces within lines stay. */
export function normaliseLines(text: string): string {
  if (PLAIN.test(text)) return text
  const lines = text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
  return lines.replaceAll('\u00a0', ' ').replace(EMPTY_MARKS, '').replace(CONTROLS_BUT_TAB_AND_LINE, '').trim()
}
