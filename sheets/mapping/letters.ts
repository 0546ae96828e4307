/** Letters of a column, counted from 0: A, B, … Z, AA. */
export function columnLetter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last
}

/** Place of a column by its letters, counted from 0. */
export const columnIndex = (letters: string): number => letters.split('').reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1
