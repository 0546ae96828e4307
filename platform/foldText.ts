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

/** Folds a text by Unicode case only: `É-1` equals `é-1`, but not `E-1`. */
export const foldCase = (text: string): string =>
  ASCII.test(text) ? text.toLowerCase() : text.normalize('NFC').toLowerCase().toUpperCase().toLowerCase()

/** Characters without a shape: joiners, marks of direction, selectors, fillers, soft hyphens. */
const SHAPELESS = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu
/** Wide forms of narrow characters, and narrow forms of wide ones. */
const OTHER_WIDTH = /[\uff00-\uffef]+/g
/** Hyphens, dashes and minus signs. Spreadsheets and phones replace one by another. */
const DASHES = /[\p{Dash}\u02d7\u2043]/gu

/** Folds a tag by what a label shows: not case, invisible characters, width, or the kind of a space or a dash. */
export const foldTag = (tag: string): string =>
  ASCII.test(tag)
    ? tag.toLowerCase()
    : foldCase(
        tag
          .replaceAll(SHAPELESS, '')
          .replaceAll(OTHER_WIDTH, (wide) => wide.normalize('NFKC'))
          .replaceAll(/\p{Zs}/gu, ' ')
          .replaceAll(DASHES, '-'),
      ).normalize('NFC')

/**
 * The keys under which an item with this tag may be stored: items whose tags were different before keep their own key.
 */
export const listTagKeys = (tag: string): string[] => [...new Set([foldTag(tag), foldCase(tag)])]

export const splitFoldedWords = (text: string): string[] => foldText(text).split(/\s+/u).filter(Boolean)
