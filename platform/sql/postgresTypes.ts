import { types } from 'pg'

/** Counts, sequences and sums become numbers, as on SQLite; none approaches 2^53. */
export const typeParsers = {
  getTypeParser: ((oid, format) =>
    oid === types.builtins.INT8 || oid === types.builtins.NUMERIC
      ? Number
      : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
}
