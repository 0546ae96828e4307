import { isFieldKey } from '../../contract/api/fieldKeys.ts'
import { say, type Said } from '../../contract/sentences/say.ts'
import type { Maintenance } from '../../contract/api/maintenance.ts'
import type { CellNote, PlanRow } from '../../contract/control/control.ts'
import { newItemDefaults } from '../../sheets/plan/compare.ts'
import type { Item } from '../../sheets/plan/planContext.ts'
import { isEmpty } from '../../sheets/plan/isSameValue.ts'
import { withoutServices } from '../../sheets/plan/serviceRecords.ts'
import { undoMaintenance } from './undoMaintenance.ts'
import { sayRelatedRecords, type RelatedRecordCounts } from './relatedRecords.ts'

export interface AcceptedRow {
  plan: PlanRow
  result: 'created' | 'updated' | 'marked' | 'deleted'
  gearId: string
}

type CanRestore = (field: string, value: unknown) => boolean
type FieldConflicts = NonNullable<PlanRow['conflicts']>

const READ_ONLY_FIELDS = new Set(['id', 'gear_type', 'created_at', 'updated_at'])

const areEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

const toRefusal = (code: string, said: Said): Pick<PlanRow, 'outcome' | 'errors'> => ({
  outcome: 'refused',
  errors: [{ cell: '', code, raw: '', ...said }],
})

/** Finds fields of a created item that were changed after the run created it. */
function findEdits(plan: PlanRow, item: Item): FieldConflicts {
  const edits: FieldConflicts = {}
  for (const [field, api] of Object.entries(item)) {
    if (READ_ONLY_FIELDS.has(field)) continue
    const written = plan.fields?.[field] ?? newItemDefaults[field] ?? null
    if (!areEqual(api, written)) edits[field] = { base: written, sheet: null, api }
  }
  return edits
}

/** Deletes a created item only if it is unchanged and has no new records. */
function undoCreate(
  plan: PlanRow,
  item: Item,
  related: RelatedRecordCounts | undefined,
  records: readonly Maintenance[],
): Partial<PlanRow>[] {
  const undone = undoMaintenance(plan, records)
  const conflicts = { ...findEdits(plan, item), ...undone.conflicts }
  if (Object.keys(conflicts).length > 0) return [{ outcome: 'conflict', conflicts, notes: ['changed_since'] }]
  const ofOthers = related && { ...related, maintenance: related.maintenance - undone.maintenance.length }
  const said = ofOthers && sayRelatedRecords(ofOthers)
  if (said) return [toRefusal('has_records', said)]
  const fields = Object.fromEntries(
    Object.entries(item).filter(
      ([field, value]) => (field === 'gear_type' || !READ_ONLY_FIELDS.has(field)) && !isEmpty(value),
    ),
  )
  const { maintenance } = undone
  return [{ outcome: 'delete', fields, ...(maintenance.length > 0 && { maintenance }) }]
}

/** Restores fields that still have the run's value. Fields that were edited after the run become conflicts. */
function undoUpdate(
  plan: PlanRow,
  item: Item,
  canRestore: CanRestore,
  records: readonly Maintenance[],
): Partial<PlanRow>[] {
  const { maintenance, changed, conflicts } = undoMaintenance(plan, records)
  const gone: CellNote[] = []
  for (const [field, { from, to }] of Object.entries(withoutServices(plan.changed ?? {}))) {
    if (areEqual(item[field], from)) continue
    if (!canRestore(field, from)) {
      gone.push(toGoneNote(field, from))
      continue
    }
    if (areEqual(item[field], to)) changed[field] = { from: to, to: from }
    else conflicts[field] = { base: to, sheet: from, api: item[field] ?? null }
  }
  const rows: Partial<PlanRow>[] = []
  if (Object.keys(changed).length > 0)
    rows.push({ outcome: 'update', changed, ...(maintenance.length > 0 && { maintenance }) })
  if (Object.keys(conflicts).length > 0) rows.push({ outcome: 'conflict', conflicts, notes: ['changed_since'] })
  const [first = { outcome: 'unchanged' }, ...rest] = rows
  return gone.length === 0 ? [first, ...rest] : [{ ...first, warnings: gone }, ...rest]
}

/** The value of an own field, or a category, that was deleted after the run is not restored. */
const toGoneNote = (field: string, value: unknown): CellNote =>
  isFieldKey(field)
    ? { cell: field, code: 'own_field_gone', raw: '', ...say('own_field_gone', { field }) }
    : { cell: field, code: 'category_gone', raw: '', ...say('category_gone', { name: String(value) }) }

function undoParts(
  { plan, result }: AcceptedRow,
  item: Item | undefined,
  related: RelatedRecordCounts | undefined,
  canRestore: CanRestore,
  records: readonly Maintenance[],
): Partial<PlanRow>[] {
  if (result === 'deleted') return [toRefusal('cannot_be_undone', say('deletion_not_undone'))]
  if (!item) return [{ outcome: result === 'created' ? 'unchanged' : 'deleted_in_api' }]
  return result === 'created' ? undoCreate(plan, item, related, records) : undoUpdate(plan, item, canRestore, records)
}

/**
 * Plans the undo of one row. An item can yield two rows: one for restored fields, one for conflicts.
 * @param related records of the item
 * @param canRestore false for the value of an own field, or a category, that the account has no more
 * @param records maintenance records of the item, if the row made some
 */
export function planUndoRow(
  done: AcceptedRow,
  item: Item | undefined,
  related: RelatedRecordCounts | undefined,
  canRestore: CanRestore = () => true,
  records: readonly Maintenance[] = [],
): PlanRow[] {
  const { row, row_before, key, fields } = done.plan
  return undoParts(done, item, related, canRestore, records).map((part) => ({
    row,
    ...(row_before !== undefined && { row_before }),
    ...(key !== undefined && { key }),
    gear_id: done.gearId,
    // A bulk edit's row has brand and model of its item.
    ...(done.result === 'updated' && fields !== undefined && { fields }),
    outcome: 'unchanged',
    ...part,
  }))
}
