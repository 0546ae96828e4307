/** Letters of a zero-based column index: A, B, … Z, AA. */
export function toColumnLetter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : toColumnLetter(Math.floor(index / 26) - 1) + last
}

/** Zero-based index of a column's letters. */
export const toColumnIndex = (letters: string): number =>
  letters.split('').reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1
