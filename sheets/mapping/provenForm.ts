import type { ColumnFact } from '../../contract/sentences/columns.ts'
import type { ColumnRules } from '../cells/columnRules.ts'
import type { NdScale } from '../cells/ndScale.ts'

const scales: Readonly<Record<NdScale, ColumnFact>> = {
  stops: 'stops',
  density: 'optical densities',
  factor: 'filter factors',
}

/** Names how the cells of a column are written, where they prove it. A setting proves nothing. */
export function findProvenForm({ dateOrder, decimal, ndScale }: ColumnRules): ColumnFact | undefined {
  if (ndScale) return scales[ndScale]
  if (dateOrder?.by === 'column') return dateOrder.order === 'MDY' ? 'month-day-year' : 'day-month-year'
  if (decimal?.by === 'column') return decimal.mark === ',' ? 'decimal comma' : 'decimal point'
  return undefined
}
