import type { CustomFieldPatch } from '../../../contract/settings/fields.ts'
import { findTraitIssues } from '../../../contract/settings/fields.ts'
import type { CustomField } from '../../../contract/api/customFields.ts'
import type { Fault } from '../../../contract/errors.ts'
import type { GearFieldRow } from '../../db/fieldRows.ts'
import type { AccountWrite } from '../../db/write.ts'
import { sumCounters } from '../../db/counters.ts'
import { jsonAnswer } from '../../answer.ts'
import { createError } from '../../errors.ts'
import { toJsonPointer } from '../../http/faults.ts'
import { createValidationError } from '../../http/recordBody.ts'
import type { WriteContext, ServerWriteContext, WriteResult } from '../../http/route.ts'
import { markDefinitionsChanged } from '../../resources/fields/changeDefinitions.ts'
import { hasValueRows, isFilterable, toField } from '../../resources/fields/definitions.ts'
import { fieldsOf, readItemBatch, type ItemWithFields } from '../../resources/gear/itemBatches.ts'
import { storeValueOfRecord, toFieldCounter } from '../../resources/fields/itemValues.ts'
import {
  findHolder,
  findRepeated,
  removeFieldValues,
  storeField,
  storeUniqueKeys,
} from '../../resources/fields/store.ts'
import { toValueKey } from '../../resources/fields/valueKey.ts'
import { findGear } from '../../resources/gear/store.ts'
import { chooseNextUpdatedAt, findChangesBetween } from '../../resources/shared/findChangesBetween.ts'
import { etagOf } from '../../resources/shared/record.ts'
import { checkFieldLimits } from './limits.ts'
import { loadFieldForChange } from './loadField.ts'

/** With more items, values are collected in the background. */
const MAX_ITEMS_AT_ONCE = 5000
/** Maximum number of values that a refusal names. */
const MAX_NAMED = 5

type Updates = CustomFieldPatch['updates']

function checkTraits({ type }: GearFieldRow, updates: Updates): void {
  const given = { type: type as CustomField['type'], ...updates }
  // A choice field keeps its choices when the patch names none.
  const issues = findTraitIssues(given, ['updates']).filter(
    ({ params }) => params.fault.reason !== 'required' || 'choices' in updates,
  )
  if (issues.length > 0)
    throw createValidationError(
      issues.map(({ path, params }): Fault => ({ pointer: toJsonPointer(path), ...params.fault })),
    )
}

const applyUpdates = (row: GearFieldRow, updates: Updates): GearFieldRow => ({
  ...row,
  ...(updates.label !== undefined && { label: updates.label }),
  ...(updates.unit !== undefined && { unit: updates.unit }),
  ...(updates.choices !== undefined && { choices: JSON.stringify(updates.choices) }),
  ...(updates.help !== undefined && { help: updates.help }),
  ...(updates.unique !== undefined && { is_unique: Number(updates.unique) }),
  ...(updates.filterable !== undefined && { is_filterable: Number(updates.filterable) }),
})

/** Finds choices that items have. Without rows of values, the items are read, unless they are too many. */
async function findUsedChoices(write: AccountWrite, field: CustomField, choices: readonly string[]): Promise<string[]> {
  const { tx, account, state } = write
  const used: string[] = []
  if (isFilterable(field)) {
    for (const choice of choices)
      if ((await findHolder(tx, account, field.name, toValueKey('choice', choice))) !== undefined) used.push(choice)
    return used
  }
  if ((state.counters[toFieldCounter(field.name)] ?? 0) === 0) return []
  if (sumCounters(state.counters, 'gear') > MAX_ITEMS_AT_ONCE)
    throw createError(field.state === 'filling' ? 'field_filling' : 'field_filterable_first', { name: field.name })
  const values = new Set((await readAllItems(write, field.name)).map(({ record }) => fieldsOf(record)?.[field.name]))
  return choices.filter((choice) => values.has(choice))
}

/** @throws AppError field_in_use if an item has a choice that goes; field_not_ready if nobody can tell yet */
async function checkChoices(write: AccountWrite, before: CustomField, after: CustomField): Promise<void> {
  const gone = (before.choices ?? []).filter((choice) => !after.choices?.includes(choice))
  const used = gone.length === 0 ? [] : await findUsedChoices(write, before, gone)
  if (used.length > 0) throw createError('choices_in_use', { name: before.name, known: used.slice(0, MAX_NAMED) })
}

const refuseRepeated = (name: string, values: readonly unknown[]): never => {
  throw createError('values_repeated', { name, known: values.slice(0, MAX_NAMED).map(String) })
}

async function readAllItems(write: AccountWrite, name: string): Promise<ItemWithFields[]> {
  const items: ItemWithFields[] = []
  for (let after: string | undefined = ''; after !== undefined;) {
    const batch = await readItemBatch(write.tx, write.account, name, after, MAX_ITEMS_AT_ONCE)
    items.push(...batch.items.filter(({ record }) => fieldsOf(record)?.[name] !== undefined))
    after = batch.next
  }
  return items
}

function checkDistinct({ name, type }: CustomField, items: readonly ItemWithFields[]): void {
  const seen = new Set<string>()
  const repeated = new Map<string, unknown>()
  for (const { record } of items) {
    const value = fieldsOf(record)?.[name]
    if (value === undefined) continue
    const key = toValueKey(type, value)
    if (seen.has(key)) repeated.set(key, value)
    seen.add(key)
  }
  if (repeated.size > 0) refuseRepeated(name, [...repeated.values()])
}

async function checkStoredDistinct({ tx, account }: AccountWrite, { name }: CustomField): Promise<void> {
  const values: unknown[] = []
  for (const id of await findRepeated(tx, account, name, MAX_NAMED)) {
    const row = await findGear(tx, account, id)
    if (row) values.push(fieldsOf(row.record)?.[name])
  }
  if (values.length > 0) refuseRepeated(name, values)
}

/** Decides how the rows of values follow a change, and checks it. @returns what to do once nothing can refuse it */
async function planValueRows(
  write: AccountWrite,
  before: CustomField,
  next: GearFieldRow,
): Promise<(write: AccountWrite) => GearFieldRow> {
  const { tx, account, state } = write
  const after = toField(next)
  const { name } = before
  if (!hasValueRows(after))
    return () => {
      if (hasValueRows(before)) removeFieldValues(tx, account, name)
      return { ...next, state: 'active', cursor: '' }
    }
  if (hasValueRows(before)) {
    if (after.unique === before.unique) return () => next
    if (after.unique && before.state === 'filling') throw createError('field_filling', { name })
    if (after.unique) await checkStoredDistinct(write, after)
    return () => {
      storeUniqueKeys(tx, account, name, after.unique)
      return next
    }
  }
  const isSmall =
    (state.counters[toFieldCounter(name)] ?? 0) === 0 || sumCounters(state.counters, 'gear') <= MAX_ITEMS_AT_ONCE
  if (!isSmall) {
    if (after.unique) throw createError('field_filterable_first', { name })
    return () => ({ ...next, state: 'filling', cursor: '' })
  }
  const items = (state.counters[toFieldCounter(name)] ?? 0) === 0 ? [] : await readAllItems(write, name)
  if (after.unique) checkDistinct(after, items)
  return () => {
    for (const { id, record } of items) storeValueOfRecord(write, after, id, fieldsOf(record))
    return next
  }
}

const toAnswer = (field: CustomField): WriteResult['answer'] =>
  jsonAnswer(200, JSON.stringify({ data: field }), { etag: etagOf(field) })

/**
 * Changes a definition. No record changes.
 * @throws AppError validation_failed, field_in_use, field_limit_reached, field_not_ready
 */
export async function updateAccountField(
  context: ServerWriteContext & WriteContext,
  { updates }: CustomFieldPatch,
): Promise<WriteResult> {
  const { write } = context
  const { row, rows } = await loadFieldForChange(context)
  checkTraits(row, updates)
  const changed = applyUpdates(row, updates)
  const before = toField(row)
  const versionBefore = row.updated_at
  if (Object.keys(findChangesBetween({ ...row }, { ...changed })).length === 0)
    return { answer: toAnswer(before), changed: [], versionBefore, versionAfter: versionBefore }
  const next = { ...changed, updated_at: chooseNextUpdatedAt(write, row) }
  checkFieldLimits(rows, next)
  await checkChoices(write, before, toField(next))
  const storeValueRows = await planValueRows(write, before, next)
  markDefinitionsChanged(write)
  const stored = storeValueRows(write)
  if (stored.state === 'filling') write.fieldsChanged = true
  storeField(write.tx, stored)
  const { updated_at: _, ...changes } = findChangesBetween({ ...before }, { ...toField(stored) })
  return {
    answer: toAnswer(toField(stored)),
    changed: Object.keys(changes),
    versionBefore,
    versionAfter: next.updated_at,
  }
}
