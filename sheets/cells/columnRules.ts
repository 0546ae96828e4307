import type { FieldKind } from '../vocabulary/fields.ts'
import type { DecimalMark } from './numberShape.ts'

export type DateOrder = 'DMY' | 'MDY' | 'YMD'

/** Rules for a column's cells, from the settings and from the cells themselves. */
export interface ColumnRules {
  field: string
  kind: FieldKind
  currency: string
  headerCurrency?: string
  /** Currency in another cell of the row, as written. */
  rowCurrency?: string
  decimal?: { mark: DecimalMark; by: 'setting' | 'column' }
  /** Another cell proves that spaces group the column's thousands. */
  groupsBySpace?: boolean
  dateOrder?: { order: DateOrder; by: 'setting' | 'column' }
  /** First of the hundred years that two-digit years can mean. */
  firstShortYear?: number
  /** Day of the month for a date without a day. */
  monthDay?: 'first' | 'last' | undefined
  /** For `focal_length_min_mm`: the column contains ranges. A single number is both ends of its range. */
  isFocalRange?: boolean
  /** For `weight_g`: other cells are in kilograms or have decimals, so a bare number is ambiguous. */
  needsUnit?: boolean
  /** Values by folded word, for enumerations. */
  words?: ReadonlyMap<string, string>
}
