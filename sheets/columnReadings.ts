/**
 * Value of `columns:` for a column that is read as Kitroom recognises it. It answers a question about a changed
 * reading.
 */
export const AUTO = 'auto'

/** Fields of a column in a run. `fields` is empty for a column that is left out. */
export interface Reading {
  header: string
  fields: string[]
  /** Form that the cells proved, such as `day-month-year`; absent without a proof. */
  proven?: string
  /** True if a setting names the field or the header. */
  isSet?: true
}

/** Readings by name of a column; several where the lists of a sheet read one header differently. */
export type Readings = Record<string, Reading[]>
