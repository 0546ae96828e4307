const LETTERS: Readonly<Record<string, string>> = { ø: 'o', ß: 'ss', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ς: 'σ' }

/**
 * Folds text for comparing and searching: case, accents and the letters that have no accent form (ø ß æ œ ł đ, and the σ that ends a word).
 * Done in code on write and on search, so that every database agrees.
 */
export function fold(text: string): string {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.replaceAll(/[øßæœłđς]/g, (letter) => LETTERS[letter] ?? letter).normalize('NFC')
}

/** Folds a tag: case only, by Unicode. `É-1` and `é-1` are one tag, `E-1` is another. */
export const foldTag = (tag: string): string => tag.normalize('NFC').toLowerCase().toUpperCase().toLowerCase()

/** The words of a search text, folded. */
export const foldedWords = (text: string): string[] => fold(text).split(/\s+/u).filter(Boolean)
