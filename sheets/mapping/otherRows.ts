/** Maximum number of rows in a note, since a key may occur in thousands. */
export const MAX_ROWS_NAMED = 10
const MAX_IN_MESSAGE = 5

/** The other rows of a group, as a sentence names them. */
export interface OtherRows {
  /** The first ones, joined by commas. */
  rows: string
  /** Number of all other rows. */
  count: number
  /** Number of those that `rows` does not name. */
  more: number
}

/** Names the rows of a group, except the row at `ownIndex`. */
export function nameOtherRows(group: readonly number[], ownIndex: number): OtherRows {
  const first = group
    .slice(0, MAX_IN_MESSAGE + 1)
    .filter((_row, index) => index !== ownIndex)
    .slice(0, MAX_IN_MESSAGE)
  const count = group.length - 1
  return { rows: first.join(', '), count, more: count - first.length }
}
