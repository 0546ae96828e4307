import type { PlanRow } from '../../contract/control.ts'
import { createContext, type Context } from './judge/context.ts'
import { judgeRow } from './judge/judgeRow.ts'
import { toPlanRow } from './judge/planRow.ts'
import type { Binding, Judged, JudgeInput, MappedRow, MissingItem } from './types.ts'

/**
 * Judges each row of a sheet against what was last synced and what the API holds now. Pure: it reads nothing and writes nothing.
 *
 * `create` has the body of POST /gear, `update` each field it alters with the value before and after, `conflict` the fields that both sides changed.
 * Items that are bound and have no row here are listed as missing; a refused row counts as present.
 */
export function judge(input: JudgeInput): Judged {
  const context = createContext(input)
  const bindingByRow = findBindings(input.table.rows, context)
  const rivals = findRivals(bindingByRow)
  const judged: Judged = { rows: [], missing: [], counts: {}, bindings: [] }
  for (const row of input.table.rows) {
    const binding = bindingByRow.get(row)
    const isItem = row.outcome !== 'skipped' || binding !== undefined
    const { plan, bind } = isItem ? judgeRow(row, binding, (binding && rivals.get(binding.gearId)) ?? [], context) : { plan: skip(row) }
    judged.rows.push(plan)
    if (bind) judged.bindings.push(bind)
    judged.counts[plan.outcome] = (judged.counts[plan.outcome] ?? 0) + 1
  }
  judged.missing = findMissing(new Set(bindingByRow.values().map(({ gearId }) => gearId)), context)
  if (judged.missing.length > 0) judged.counts['missing'] = judged.missing.length
  return judged
}

const skip = (row: MappedRow): PlanRow => toPlanRow(row, 'skipped', { ...(row.reason !== undefined && { reason: row.reason }) })

/** Bindings of the rows that have one. A heading whose text is a bound key is a row after all. */
function findBindings(rows: readonly MappedRow[], context: Context): Map<MappedRow, Binding> {
  const found = new Map<MappedRow, Binding>()
  for (const row of rows) {
    const binding = context.bindingOf(row)
    if (binding) found.set(row, binding)
  }
  return found
}

/** Numbers of the rows that mean the same bound item, by item; only where there is more than one. */
function findRivals(bindingByRow: ReadonlyMap<MappedRow, Binding>): Map<string, number[]> {
  const first = new Map<string, number>()
  const rivals = new Map<string, number[]>()
  for (const [{ row }, { gearId }] of bindingByRow) {
    const other = first.get(gearId)
    if (other === undefined) first.set(gearId, row)
    else rivals.set(gearId, [...(rivals.get(gearId) ?? [other]), row])
  }
  return rivals
}

/** Bound items without a row. One that is gone from the API too is missed by nobody. */
function findMissing(present: ReadonlySet<string>, context: Context): MissingItem[] {
  return context.input.bindings
    .filter(({ gearId }) => !present.has(gearId) && context.itemOf(gearId) !== undefined)
    .map(({ gearId, keyFold, assetTag, serialNumber, lastRow }) => ({
      key: (context.key === 'asset_tag' ? assetTag : serialNumber) ?? keyFold,
      gear_id: gearId,
      ...(lastRow !== undefined && { row_before: lastRow }),
      outcome: 'missing',
    }))
}
