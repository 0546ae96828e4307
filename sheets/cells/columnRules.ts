import type { FieldKind } from '../mapping/fields.ts'
import type { DecimalMark } from './numberShape.ts'

export type DateOrder = 'DMY' | 'MDY' | 'YMD'

/** What is known about a column when its cells are parsed: settings first, then what its own cells proved. */
export interface ColumnRules {
  field: string
  kind: FieldKind
  /** The account's currency, ISO 4217. */
  currency: string
  /** Currency named in the header. */
  headerCurrency?: string
  /** Currency that another cell of the row names, as written. */
  rowCurrency?: string
  decimal?: { mark: DecimalMark; by: 'setting' | 'column' }
  /** Whether cells of the column certainly have spaces between thousands. */
  groupsBySpace?: boolean
  dateOrder?: { order: DateOrder; by: 'setting' | 'column' }
  /** First of the hundred years that a year of two digits means. */
  firstShortYear?: number
  /** Which day of its month a date without a day means. */
  monthDay?: 'first' | 'last' | undefined
  /** For `focal_length_min_mm`: the column holds ranges, and one number is both ends. */
  isFocalRange?: boolean
  /** For `weight_g`: other cells of the column are kilograms or have decimals, so a number alone may be kilograms too. */
  needsUnit?: boolean
  /** Values by folded word, for fixed lists. */
  words?: ReadonlyMap<string, string>
}
