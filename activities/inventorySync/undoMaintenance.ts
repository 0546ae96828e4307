import type { Maintenance } from '../../contract/api/maintenance.ts'
import type { PlanRow } from '../../contract/control/control.ts'
import type { PlannedMaintenance } from '../../contract/control/rowValues.ts'
import { isSameRecord } from './sendMaintenance.ts'

/** The undo of the maintenance records of a row. */
export interface UndoneMaintenance {
  maintenance: PlannedMaintenance[]
  changed: NonNullable<PlanRow['changed']>
  /** Records that somebody edited since. */
  conflicts: NonNullable<PlanRow['conflicts']>
}

/** The record of a row, if nobody has edited it since the run. */
function findUnedited(planned: PlannedMaintenance, records: readonly Maintenance[]): Maintenance | undefined {
  if (planned.action === 'move')
    return records.find((record) => record.id === planned.id && isSameRecord(record, planned))
  return records.find((record) => isSameRecord(record, planned) && record.updated_at === record.created_at)
}

const describeEdited = ({ service_date, status }: Maintenance): string => `${service_date} ${status}`

/** The record of a row that somebody has edited: it has the day or the status of the planned one no more. */
function findEdited(planned: PlannedMaintenance, records: readonly Maintenance[]): Maintenance | undefined {
  if (planned.action === 'move') return records.find(({ id }) => id === planned.id)
  return records.find(
    (record) =>
      record.service_type === planned.service_type &&
      record.updated_at !== record.created_at &&
      (record.service_date === planned.service_date || record.status === planned.status),
  )
}

/**
 * Plans the undo of a row's maintenance records: created ones are deleted, moved ones go back, deleted ones are created
 * again.
 * @param records those of the item now
 */
export function undoMaintenance(
  { maintenance: done = [], changed: written = {} }: PlanRow,
  records: readonly Maintenance[],
): UndoneMaintenance {
  const undone: UndoneMaintenance = { maintenance: [], changed: {}, conflicts: {} }
  for (const planned of done) {
    const { fact, service_date, from } = planned
    const before = written[fact]?.from ?? null
    if (planned.action === 'delete') {
      const { id: _id, updated_at: _at, ...record } = planned
      if (!records.some((present) => isSameRecord(present, planned)))
        undone.maintenance.push({ ...record, action: 'create' })
      undone.changed[fact] = { from: null, to: service_date }
      continue
    }
    const unedited = findUnedited(planned, records)
    const edited = unedited ? undefined : findEdited(planned, records)
    if (unedited) {
      const { id, updated_at } = unedited
      const back = { ...planned, id, updated_at }
      undone.maintenance.push(
        planned.action === 'move'
          ? { ...back, service_date: from ?? service_date, from: service_date }
          : { ...back, action: 'delete' },
      )
      undone.changed[fact] = { from: service_date, to: planned.action === 'move' ? (from ?? null) : before }
    } else if (edited) undone.conflicts[fact] = { base: service_date, sheet: before, api: describeEdited(edited) }
  }
  return undone
}
