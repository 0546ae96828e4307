import type { PlanRow } from '../../contract/control.ts'
import type { AbsentRow, Binding, UnchangedReason, PlannedRows, MissingItem } from '../types.ts'
import type { PlanContext, Item } from './planContext.ts'
import { findUnreliableAbsenceReason, findMissingGuardReason } from './missingGuards.ts'
import { isEmpty, isSameValue } from './isSameValue.ts'

/** Number of consecutive complete reads without a row after which an item is marked or deleted. */
const MIN_ABSENT_READS = 2

interface Absence {
  binding: Binding
  item: Item
}

const keyOf = ({ binding }: Absence, context: PlanContext): string =>
  (context.key === 'asset_tag' ? binding.assetTag : binding.serialNumber) ?? binding.keyFold

const toMissing = (absence: Absence, context: PlanContext): MissingItem => ({
  key: keyOf(absence, context),
  gear_id: absence.item.id,
  ...(absence.binding.lastRow !== undefined && { row_before: absence.binding.lastRow }),
  outcome: 'missing',
})

const toAbsentPlanRow = (absence: Absence, outcome: PlanRow['outcome'], context: PlanContext): PlanRow => ({
  row: 0,
  ...(absence.binding.lastRow !== undefined && { row_before: absence.binding.lastRow }),
  key: keyOf(absence, context),
  gear_id: absence.item.id,
  outcome,
})

function planMark(absence: Absence, context: PlanContext): AbsentRow | undefined {
  const { item, binding } = absence
  if (binding.isMarked) return undefined
  const { mark } = context.input.settings
  const changed = Object.entries(mark ?? {}).flatMap(([field, to]) =>
    isSameValue(field, item[field], to, context.key) ? [] : [[field, { from: item[field] ?? null, to }]],
  )
  if (changed.length === 0) return undefined
  const { gear_type, brand, model } = item
  const plan = {
    ...toAbsentPlanRow(absence, 'mark', context),
    fields: { gear_type, brand, model },
    changed: Object.fromEntries(changed) as PlanRow['changed'],
  }
  return { plan, base: { ...binding.base, ...mark } }
}

/** Plans a deletion. The plan row contains all values, because a deletion cannot be undone. */
function planDelete(absence: Absence, context: PlanContext): AbsentRow {
  const { id: _id, created_at: _created, updated_at: _updated, ...stored } = absence.item
  const fields = Object.fromEntries(Object.entries(stored).filter(([, value]) => !isEmpty(value)))
  return { plan: { ...toAbsentPlanRow(absence, 'delete', context), fields, notes: ['cannot_be_undone'] }, base: null }
}

function planAction(absence: Absence, context: PlanContext): AbsentRow | undefined {
  const policy = context.input.settings.missing
  const isDue = (absence.binding.absences ?? 0) + 1 >= MIN_ABSENT_READS && !context.input.ownedByOthers.has(absence.item.id)
  if (policy === 'ignore' || !isDue) return undefined
  return policy === 'mark' ? planMark(absence, context) : planDelete(absence, context)
}

/** Bound items without a row, except those that are no longer in the inventory. */
function findAbsences(present: ReadonlySet<string>, context: PlanContext): Absence[] {
  return context.input.bindings.flatMap((binding) => {
    const item = present.has(binding.gearId) ? undefined : context.itemOf(binding.gearId)
    return item ? [{ binding, item }] : []
  })
}

export function planMissing(present: ReadonlySet<string>, context: PlanContext): Pick<PlannedRows, 'absent' | 'missing' | 'held'> {
  const absences = findAbsences(present, context)
  const actions = new Map<Absence, AbsentRow>()
  let held: UnchangedReason | null = findUnreliableAbsenceReason(context)
  for (const absence of held ? [] : absences) {
    const action = planAction(absence, context)
    if (action) actions.set(absence, action)
  }
  held ??= findMissingGuardReason(actions.size, context)
  if (held) actions.clear()
  const missing = absences.filter((absence) => !actions.has(absence)).map((absence) => toMissing(absence, context))
  return { absent: [...actions.values()], missing, held }
}
