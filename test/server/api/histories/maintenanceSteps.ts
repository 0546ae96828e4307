import { expect } from 'vitest'
import { gearTypes } from '../../../../contract/api/gearFields.ts'
import { maintenanceStatuses, type Maintenance } from '../../../../contract/api/maintenance.ts'
import { recordOf, maintenanceBody } from '../maintenance/support.ts'
import { days, replace, type Studio } from './studio.ts'

const nextStatuses: Readonly<Record<string, readonly string[]>> = {
  scheduled: ['scheduled', 'in_progress', 'completed', 'cancelled'],
  in_progress: ['in_progress', 'scheduled', 'completed', 'cancelled'],
  completed: ['completed', 'in_progress'],
  cancelled: ['cancelled', 'scheduled'],
}

export async function createMaintenance(studio: Studio): Promise<void> {
  const { api, random } = studio
  const item = random.pick(studio.gear)
  const fields = {
    service_date: random.pick(days),
    status: random.pick(['scheduled', 'in_progress', 'completed']),
    cost: random.int(50_000) / 100,
  }
  const isWrongType = random.chance(0.1)
  const type = gearTypes[(gearTypes.indexOf(item.gear_type as never) + 1) % gearTypes.length]
  const reply = await api.post(
    '/maintenance',
    maintenanceBody(item, isWrongType ? { ...fields, item_type: type } : fields),
  )
  expect(reply.status).toBe(isWrongType ? 422 : 201)
  if (isWrongType) return
  const record = recordOf(reply)
  expect(record).toMatchObject({
    ...fields,
    item_id: item.id,
    completed_at: fields.status === 'completed' ? record.created_at : null,
  })
  studio.maintenance.push(record)
}

export async function changeMaintenance(studio: Studio): Promise<void> {
  const { api, random } = studio
  const recordBefore = random.pick(studio.maintenance)
  const updates: Partial<Maintenance> = random.pick([
    { status: random.pick(maintenanceStatuses) },
    { status: random.pick(maintenanceStatuses), cost: random.int(50_000) / 100 },
    { service_date: random.pick(days), notes: random.chance(0.5) ? null : 'new' },
    { item_id: random.pick(studio.gear).id },
  ])
  const expectedRecord = { ...recordBefore, ...updates }
  const itemMatches = studio.gear.some(
    (item) => item.id === expectedRecord.item_id && item.gear_type === expectedRecord.item_type,
  )
  const isAllowed = nextStatuses[recordBefore.status]?.includes(expectedRecord.status) ?? false
  const reply = await api.patch(`/maintenance/${recordBefore.id}`, { updates })
  const statusOfMatch = isAllowed ? 200 : 409
  expect({ recordBeforeStatus: recordBefore.status, updates, replyStatus: reply.status }).toEqual({
    recordBeforeStatus: recordBefore.status,
    updates,
    replyStatus: itemMatches ? statusOfMatch : 422,
  })
  if (!itemMatches || !isAllowed) return
  const updatedRecord = recordOf(reply)
  const isUnchanged = JSON.stringify(expectedRecord) === JSON.stringify(recordBefore)
  const newCompletedAt = expectedRecord.status === 'completed' ? updatedRecord.updated_at : null
  const isSameStatus = expectedRecord.status === recordBefore.status
  const completedAt = isSameStatus ? recordBefore.completed_at : newCompletedAt
  expect(updatedRecord).toEqual({ ...expectedRecord, completed_at: completedAt, updated_at: updatedRecord.updated_at })
  expect(updatedRecord.updated_at > recordBefore.updated_at).toBe(!isUnchanged)
  replace(studio.maintenance, updatedRecord)
}

export async function removeMaintenance(studio: Studio): Promise<void> {
  const { id } = studio.random.pick(studio.maintenance)
  expect((await studio.api.delete(`/maintenance/${id}`)).item()).toEqual({ id, deleted: true })
  studio.maintenance = studio.maintenance.filter((record) => record.id !== id)
}
