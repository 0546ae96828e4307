/** Maximum number of rows in a note, since a key may occur in thousands. */
export const MAX_ROWS_NAMED = 10
const MAX_IN_MESSAGE = 5

/** Lists the first rows of a group, except the row at `ownIndex`. */
export const listFirstOtherRows = (rows: readonly number[], ownIndex: number): number[] =>
  rows
    .slice(0, MAX_IN_MESSAGE + 1)
    .filter((_row, index) => index !== ownIndex)
    .slice(0, MAX_IN_MESSAGE)
