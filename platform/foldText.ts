const LETTER_REPLACEMENTS: Readonly<Record<string, string>> = {
  ø: 'o',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ς: 'σ',
}

/** Most names and tags are ASCII, and folding them only changes case. */
const ASCII = /^[\x00-\x7f]*$/

/**
 * Folds text for comparison and search: case, accents, and letters without a decomposition (ø ß æ œ ł đ ς). Code does
 * it, so that both databases agree.
 */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  const withoutAccents = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return withoutAccents.replaceAll(/[øßæœłđς]/g, (letter) => LETTER_REPLACEMENTS[letter] ?? letter).normalize('NFC')
}

/** Folds a tag by Unicode case only: `É-1` equals `é-1`, but not `E-1`. */
export const foldTag = (tag: string): string =>
  ASCII.test(tag) ? tag.toLowerCase() : tag.normalize('NFC').toLowerCase().toUpperCase().toLowerCase()

export const splitFoldedWords = (text: string): string[] => foldText(text).split(/\s+/u).filter(Boolean)
