/** A file of rows does not fit its table. The message is for people. */
export class TableFileError extends Error {
  override name = 'TableFileError'
}
