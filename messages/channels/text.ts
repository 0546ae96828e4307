// A header must contain neither C0, C1, line or paragraph separators, nor characters that change the text direction.
const LINE_BREAKS = /[\p{Cc}\u2028\u2029]+/gu
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Puts a text on one line, without characters that could break a header or change the text direction. */
export const toOneLine = (text: string): string =>
  text.toWellFormed().replace(LINE_BREAKS, ' ').replace(DIRECTION_MARKS, '').trim()
