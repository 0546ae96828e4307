/** Rows of a group that a note lists; a sheet may have one key in thousands of rows. */
export const MOST_ROWS = 10
const MOST_IN_MESSAGE = 5

/** The first rows of a group beside the one at a place of it. */
export const firstOthers = (rows: readonly number[], place: number): number[] =>
  rows
    .slice(0, MOST_IN_MESSAGE + 1)
    .filter((_row, index) => index !== place)
    .slice(0, MOST_IN_MESSAGE)

/** The count of the rows that are not named. */
export const countMore = (named: readonly number[], count: number): string =>
  count > named.length ? ` and ${(count - named.length).toLocaleString('en')} more` : ''
