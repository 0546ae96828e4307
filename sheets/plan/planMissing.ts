import type { PlanRow } from '../../contract/control.ts'
import type { AbsentRow, Binding, Held, PlannedRows, MissingItem } from '../types.ts'
import type { Context, Item } from './context.ts'
import { whyAbsenceUnproven, whyTooMany } from './missingGuards.ts'
import { isEmpty, isSame } from './same.ts'

/** Consecutive complete reads without a row before an item is marked or deleted. */
const ABSENT_READS = 2

interface Absence {
  binding: Binding
  item: Item
}

const keyOf = ({ binding }: Absence, context: Context): string =>
  (context.key === 'asset_tag' ? binding.assetTag : binding.serialNumber) ?? binding.keyFold

const toMissing = (absence: Absence, context: Context): MissingItem => ({
  key: keyOf(absence, context),
  gear_id: absence.item.id,
  ...(absence.binding.lastRow !== undefined && { row_before: absence.binding.lastRow }),
  outcome: 'missing',
})

const planOf = (absence: Absence, outcome: PlanRow['outcome'], context: Context): PlanRow => ({
  row: 0,
  ...(absence.binding.lastRow !== undefined && { row_before: absence.binding.lastRow }),
  key: keyOf(absence, context),
  gear_id: absence.item.id,
  outcome,
})

function toMark(absence: Absence, context: Context): AbsentRow | undefined {
  const { item, binding } = absence
  if (binding.isMarked) return undefined
  const { mark } = context.input.settings
  const changed = Object.entries(mark ?? {}).flatMap(([field, to]) =>
    isSame(field, item[field], to, context.key) ? [] : [[field, { from: item[field] ?? null, to }]],
  )
  if (changed.length === 0) return undefined
  const { gear_type, brand, model } = item
  const plan = {
    ...planOf(absence, 'mark', context),
    fields: { gear_type, brand, model },
    changed: Object.fromEntries(changed) as PlanRow['changed'],
  }
  return { plan, base: { ...binding.base, ...mark } }
}

/** Lists all values, because a deletion cannot be undone. */
function toDelete(absence: Absence, context: Context): AbsentRow {
  const { id: _id, created_at: _created, updated_at: _updated, ...stored } = absence.item
  const fields = Object.fromEntries(Object.entries(stored).filter(([, value]) => !isEmpty(value)))
  return { plan: { ...planOf(absence, 'delete', context), fields, notes: ['cannot_be_undone'] }, base: null }
}

function toAction(absence: Absence, context: Context): AbsentRow | undefined {
  const policy = context.input.settings.missing
  const isDue = (absence.binding.absences ?? 0) + 1 >= ABSENT_READS && !context.input.ownedByOthers.has(absence.item.id)
  if (policy === 'ignore' || !isDue) return undefined
  return policy === 'mark' ? toMark(absence, context) : toDelete(absence, context)
}

/** Bound items without a row. Items that are also gone from the inventory do not count. */
function findAbsences(present: ReadonlySet<string>, context: Context): Absence[] {
  return context.input.bindings.flatMap((binding) => {
    const item = present.has(binding.gearId) ? undefined : context.itemOf(binding.gearId)
    return item ? [{ binding, item }] : []
  })
}

export function planMissing(present: ReadonlySet<string>, context: Context): Pick<PlannedRows, 'absent' | 'missing' | 'held'> {
  const absences = findAbsences(present, context)
  const actions = new Map<Absence, AbsentRow>()
  let held: Held | null = whyAbsenceUnproven(context)
  for (const absence of held ? [] : absences) {
    const action = toAction(absence, context)
    if (action) actions.set(absence, action)
  }
  held ??= whyTooMany(actions.size, context)
  if (held) actions.clear()
  const missing = absences.filter((absence) => !actions.has(absence)).map((absence) => toMissing(absence, context))
  return { absent: [...actions.values()], missing, held }
}
