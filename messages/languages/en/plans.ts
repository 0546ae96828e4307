/** Texts about the plan of a sheet. */
export const plans = {
  /** A column is read otherwise than in the last applied run. */
  asksAboutColumn: (source: string) => `A column of ${source} is not read as before and waits for an answer`,
  /** Rows that a plan does not write, after the changes. */
  unwritten: {
    refused: 'refuse',
    conflict: 'in conflict',
    question: 'waiting for an answer',
    deleted_in_api: 'deleted in Kitroom',
  },
}
