import type { PlanRow } from '../../contract/control/control.ts'
import type { AbsentRow, Binding, MissingItem, PlanSummary } from '../types.ts'
import type { PlanContext, Item } from './planContext.ts'
import { findUnreliableAbsenceReason, findMissingGuardReason } from './missingGuards.ts'
import { isEmpty, isSameValue } from './isSameValue.ts'
import { isUnitOfRefusedRow } from './resolveStackTags.ts'
import type { SheetFacts } from './sheetFacts.ts'

/** An item is marked or deleted after so many consecutive complete reads without its row. */
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
  const isDue =
    (absence.binding.absences ?? 0) + 1 >= MIN_ABSENT_READS && !context.input.ownedByOthers.has(absence.item.id)
  if (policy === 'ignore' || !isDue) return undefined
  return policy === 'mark' ? planMark(absence, context) : planDelete(absence, context)
}

/**
 * Plans the bound items without a row, except those that have left the inventory. Yields after each binding.
 * @param present gear ids of the sheet's rows
 */
export function* planMissing(
  present: Pick<ReadonlySet<string>, 'has'>,
  facts: SheetFacts,
  context: PlanContext,
): Generator<undefined, Omit<PlanSummary, 'counts' | 'questions' | 'readings'>> {
  const unreliable = findUnreliableAbsenceReason(context, facts)
  const absences: { missing: MissingItem; action: AbsentRow | undefined }[] = []
  for (const binding of context.input.bindings) {
    yield
    const isPresent = present.has(binding.gearId) || isUnitOfRefusedRow(binding, facts.refusedKeys)
    const item = isPresent ? undefined : context.itemOf(binding.gearId)
    if (!item) continue
    const absence = { binding, item }
    absences.push({
      missing: toMissing(absence, context),
      // An item that a question is about may have a row under another tag.
      action: unreliable || context.askedItems.has(item.id) ? undefined : planAction(absence, context),
    })
  }
  const actions = absences.flatMap(({ action }) => (action ? [action] : []))
  const held = unreliable ?? findMissingGuardReason(actions.length, context)
  const missing = absences.filter(({ action }) => held !== null || !action).map((absence) => absence.missing)
  return { absent: held ? [] : actions, missing, held }
}
