import type { FieldKind } from '../vocabulary/fields.ts'
import type { LengthUnit } from '../vocabulary/lengthWords.ts'
import type { NdScale } from './ndScale.ts'
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
  /** Time zone of the studio, for moments. */
  studioZone?: string
  /** Zone of moments whose day is uncertain: `studio` or an IANA name. */
  dateZone?: string
  /** First year of the century that two-digit years fall into: 1950 means 1950 to 2049. */
  firstShortYear?: number
  /** Day of the month for a date without a day. */
  monthDay?: 'first' | 'last' | undefined
  /** True for `focal_length_min_mm` if the column contains ranges. A single number then is both ends of its range. */
  isFocalRange?: boolean
  /** True if words instead of a number or code are doubtful; false if only texts about parts are. */
  needsNumber?: boolean
  /** Scale of the numbers of `nd_stops`; stops if absent. */
  ndScale?: NdScale
  /** True for `weight_g` if other cells are in kilograms or have decimals, so that a bare number is ambiguous. */
  needsUnit?: boolean
  /** Unit that the header gives to bare numbers of lengths. */
  lengthUnit?: LengthUnit
  /** Values of an enumeration, by folded word. */
  words?: ReadonlyMap<string, string>
}
