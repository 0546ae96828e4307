import type { CellNote } from '../../contract/control/control.ts'
import { say } from '../../contract/sentences/say.ts'
import type { Binding, MappedRow, PlannedRow } from '../types.ts'
import { planBindingChange } from './planBindingChange.ts'
import { findFocalFault, findForbiddenClears, findMissingRequired, findTakenTag, findTypeChange } from './checkRow.ts'
import { compareRow } from './compare.ts'
import type { PlanContext, Item } from './planContext.ts'
import { findEqualTag } from './equalTags.ts'
import { fillDefaults, withHeadingType } from './fillDefaults.ts'
import { findItem, type FoundItem } from './findItem.ts'
import { holdDamaged } from './holdDamaged.ts'
import { keepMoments } from './keepMoments.ts'
import { sortNotes, toPlanRow } from './planRow.ts'
import { resolveDoubtful } from './resolveDoubtful.ts'
import { askIfSameItem } from './sameItem.ts'
import { addWarrantyEvidence, resolveWarranty } from './warrantyEnd.ts'
import { addServiceEvidence, addServices, resolveServices } from './serviceRecords.ts'
import { resolveTypeFields, type ResolvedRow } from './resolveTypeFields.ts'

type PlannedItem = Pick<PlannedRow, 'plan' | 'bind'>

/** A planned row; with its values and its item if it may be written. */
interface PlannedMapped extends PlannedItem {
  written?: { row: MappedRow; item?: Item; binding?: Binding | undefined }
}

const planRefusal = (
  row: MappedRow,
  errors: readonly CellNote[],
  warnings: readonly CellNote[],
  gearId: string | undefined,
): PlannedItem => ({
  plan: toPlanRow(row, 'refused', {
    errors: sortNotes(errors),
    warnings: [...warnings],
    ...(gearId !== undefined && { gear_id: gearId }),
  }),
})

/** Plans a row that is an item, and says how values were found that no cell has. */
export function planItemRow(...args: Parameters<typeof planMapped>): PlannedItem {
  const { written, ...planned } = planMapped(...args)
  const [sheetRow, , , context] = args
  if (written) addServices(planned, written.row, written, context)
  addWarrantyEvidence(planned.plan, sheetRow)
  addServiceEvidence(planned.plan, sheetRow)
  return planned
}

/**
 * @param duplicates numbers of all rows with the same bound item, including this one; empty if there is no other
 */
function planMapped(
  sheetRow: MappedRow,
  binding: Binding | undefined,
  duplicates: number[],
  context: PlanContext,
): PlannedMapped {
  const heldRow = context.columns.hold(sheetRow)
  const foundItem = findItem(sheetRow, binding, context)
  context.columns.count(heldRow, foundItem.item, foundItem.binding, context.key)
  const { item: comparedItem, binding: comparedBinding } = foundItem
  const dated = resolveWarranty(
    keepMoments(heldRow.row, comparedBinding, context),
    heldRow.held.some(({ asked }) => asked.held.has('purchase_date')),
    context,
  )
  const mapped = holdDamaged(resolveServices(dated, context), comparedItem, comparedBinding, context)
  const recreates = context.input.recreates === true || context.input.settings.conflicts === 'sheet_wins'
  const isCreate = !foundItem.item && (!foundItem.isDeleted || recreates)
  const asked = context.columns.askAbout(heldRow, isCreate)
  if (asked.length > 0)
    return {
      plan: toPlanRow(mapped, 'question', { fields: mapped.fields, warnings: mapped.warnings, questions: asked }),
    }
  const identified = resolveDoubtful(mapped, foundItem.item, context)
  const resolved: ResolvedRow = foundItem.item
    ? resolveTypeFields(identified.row, foundItem.item.gear_type)
    : fillDefaults(identified.row, isCreate ? withHeadingType(mapped, context.input.settings.defaults) : undefined)
  const { row, warnings } = resolved
  const errors = [
    ...resolved.errors,
    ...identified.errors,
    ...foundItem.errors,
    ...findDuplicateFault(row, resolved.errors, duplicates, context),
  ]
  errors.push(...findFaults(row, errors, foundItem, isCreate, context))
  if (errors.length > 0) return planRefusal(row, errors, warnings, foundItem.binding?.gearId)
  const notes = foundItem.isDeleted ? ['deleted_in_api'] : []
  if (foundItem.item) return planItem(resolved, { ...foundItem, item: foundItem.item }, binding, notes, context)
  if (!isCreate)
    return { plan: toPlanRow(row, 'deleted_in_api', { warnings, notes, ...(binding && { gear_id: binding.gearId }) }) }
  const questions = [...(row.questions ?? []), ...askIfSameItem(row, context)]
  if (questions.length > 0)
    return { plan: toPlanRow(row, 'question', { fields: row.fields, warnings, notes, questions }) }
  const bind = planBindingChange(row, undefined, undefined)
  const plan = toPlanRow(row, 'create', { fields: row.fields, warnings, notes })
  return { plan, ...(bind && { bind }), written: { row } }
}

function findFaults(
  row: MappedRow,
  errors: readonly CellNote[],
  foundItem: FoundItem,
  isCreate: boolean,
  context: PlanContext,
): CellNote[] {
  const { item } = foundItem
  const faults =
    foundItem.errors.length > 0 || errors.some(({ code }) => code === 'duplicate_key')
      ? []
      : [...findTakenTag(row, item, context), ...findEqualTag(row, item, context)]
  faults.push(...findFocalFault(row, item, context))
  if (item && foundItem.errors.length === 0)
    faults.push(...findTypeChange(row, item, context), ...findForbiddenClears(row, context))
  if (isCreate) faults.push(...findMissingRequired(row, errors, context))
  return faults
}

/** Finds the fault of a row that refers to the same item as other rows, by another key. */
function findDuplicateFault(
  row: MappedRow,
  errors: readonly CellNote[],
  duplicates: number[],
  context: PlanContext,
): CellNote[] {
  if (duplicates.length < 2 || errors.some(({ code }) => code === 'duplicate_key')) return []
  const others = duplicates.filter((number) => number !== row.row).join(', ')
  return [context.faultAt(row, context.key, 'duplicate_key', say('same_item_in_rows', { rows: others }), duplicates)]
}

/** @param storedBinding the row's binding before this plan, possibly of a deleted item */
function planItem(
  resolved: ResolvedRow,
  { item, binding, isRenamed }: FoundItem & { item: Item },
  storedBinding: Binding | undefined,
  notes: string[],
  context: PlanContext,
): PlannedMapped {
  const { row, warnings } = resolved
  const { settings } = context.input
  const { changed, conflicts, kept, hasNewerApi } = compareRow(row, item, binding, settings, context.key)
  if (isRenamed) {
    changed[context.key] = { from: item[context.key] ?? null, to: row.fields[context.key] }
    delete conflicts[context.key]
    notes.push('same_item')
  }
  const hasConflict = Object.keys(conflicts).length > 0
  if (hasNewerApi) notes.push('api_newer')
  if (hasConflict && settings.conflicts !== 'report') notes.push(settings.conflicts)
  const shared = { gear_id: item.id, warnings, notes, kept, ...(hasConflict && { conflicts }) }
  if (hasConflict && settings.conflicts === 'report') return { plan: toPlanRow(row, 'conflict', shared) }
  const bind = planBindingChange(row, binding ?? storedBinding, item)
  const plan =
    Object.keys(changed).length > 0
      ? toPlanRow(row, 'update', { changed, ...shared })
      : toPlanRow(row, 'unchanged', shared)
  return { plan, ...(bind && { bind }), written: { row, item, binding } }
}
