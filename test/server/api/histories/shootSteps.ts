import { expect } from 'vitest'
import { shootStatuses, type Shoot } from '../../../../contract/api/shoots.ts'
import { shootBody, shootOf } from '../shoots/support.ts'
import { days, names, replace, type Studio } from './studio.ts'

const nextStatuses: Readonly<Record<string, readonly string[]>> = {
  planning: ['planning', 'confirmed', 'completed', 'cancelled'],
  confirmed: ['confirmed', 'planning', 'completed', 'cancelled'],
  completed: ['completed', 'confirmed'],
  cancelled: ['cancelled', 'planning'],
}
const times = [null, '00:00', '09:30', '23:59']

export async function createShoot(studio: Studio): Promise<void> {
  const { api, random } = studio
  const locationFields = random.pick([
    {},
    { location: random.pick(names) },
    { locations: [random.pick(names), random.pick(names)] },
  ])
  const reply = await api.post(
    '/shoots',
    shootBody({
      title: random.pick(names),
      shoot_date: random.pick(days),
      shoot_time: random.pick(times),
      client_name: random.pick(names),
      ...locationFields,
    }),
  )
  expect(reply.status).toBe(201)
  expect(shootOf(reply)).toMatchObject({ ...locationFields, status: 'planning', completion_progress: 0 })
  studio.shoots.push(shootOf(reply))
}

/** The expected shoot after a patch. */
function patchShoot(shootBefore: Shoot, updates: Partial<Shoot>): Shoot {
  const patchedShoot: Shoot = { ...shootBefore, ...updates }
  if ('location' in updates) patchedShoot.locations = patchedShoot.location === null ? [] : [patchedShoot.location]
  else if ('locations' in updates) patchedShoot.location = patchedShoot.locations[0] ?? null
  if (updates.status === 'completed' && shootBefore.status !== 'completed' && !('completion_progress' in updates))
    patchedShoot.completion_progress = 100
  return patchedShoot
}

export async function changeShoot(studio: Studio): Promise<void> {
  const { api, random } = studio
  const shootBefore = random.pick(studio.shoots)
  const updates: Partial<Shoot> = random.pick<Partial<Shoot>>([
    { status: random.pick(shootStatuses) },
    { status: random.pick(shootStatuses), completion_progress: random.int(101) },
    { title: random.pick(names), client_name: null },
    { shoot_date: random.pick(days), shoot_time: random.pick(times) },
    { location: random.chance(0.3) ? null : random.pick(names) },
    { locations: [random.pick(names), random.pick(names)] },
  ])
  const isAllowed = nextStatuses[shootBefore.status]?.includes(updates.status ?? shootBefore.status) ?? false
  const reply = await api.patch(`/shoots/${shootBefore.id}`, { updates })
  expect({ shootBeforeStatus: shootBefore.status, updates, replyStatus: reply.status }).toEqual({
    shootBeforeStatus: shootBefore.status,
    updates,
    replyStatus: isAllowed ? 200 : 409,
  })
  if (!isAllowed) return
  const expectedShoot = patchShoot(shootBefore, updates)
  const updatedShoot = shootOf(reply)
  expect(updatedShoot).toEqual({ ...expectedShoot, updated_at: updatedShoot.updated_at })
  expect(updatedShoot.updated_at > shootBefore.updated_at).toBe(
    JSON.stringify(expectedShoot) !== JSON.stringify(shootBefore),
  )
  replace(studio.shoots, updatedShoot)
}

export async function removeShoot(studio: Studio): Promise<void> {
  const { id } = studio.random.pick(studio.shoots)
  expect((await studio.api.delete(`/shoots/${id}`)).item()).toEqual({ id, deleted: true })
  studio.shoots = studio.shoots.filter((shoot) => shoot.id !== id)
}
