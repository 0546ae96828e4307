import { describe, expect, it } from 'vitest'
import { shootStatuses, type Shoot, type ShootStatus } from '../../../../contract/api/shoots.ts'
import type { Api } from '../../../support/api.ts'
import { createSeededRandom, type Random } from '../../../support/random.ts'
import { useServer } from '../../../support/suite.ts'
import { byStart, shootBody, shootOf, shootsOf } from './support.ts'
import { fullOrSmall } from '../../../support/counts.ts'

const suite = useServer({ ownProcess: true, bob: true })
const STEP_COUNT = fullOrSmall(400, 50)
const nextStatuses: Record<ShootStatus, ShootStatus[]> = {
  planning: ['planning', 'confirmed', 'completed', 'cancelled'],
  confirmed: ['confirmed', 'planning', 'completed', 'cancelled'],
  completed: ['completed', 'confirmed'],
  cancelled: ['cancelled', 'planning'],
}
const names = ['Søren', 'Größe 7', 'ŁÓDŹ', 'b+w', '100% _x', 'Town Hall']
const days = ['2026-06-19', '2026-06-20', '2026-06-21', '2027-01-01']
const times = [null, '00:00', '09:30', '23:59']
const words = ['soren', 'GROSSE', 'o', 'lodz hall', '%', '_X', 'hall town', '7', 'nothing', 'B+W']

/** A plain model of the shoots. */
type Model = Map<string, Shoot>

interface Filter {
  status?: ShootStatus
  fromDate?: string
  toDate?: string
  q?: string
}

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')

const matches = (shoot: Shoot, { status, fromDate, toDate, q = '' }: Filter): boolean =>
  (status ?? shoot.status) === shoot.status &&
  (fromDate ?? shoot.shoot_date) <= shoot.shoot_date &&
  (toDate ?? shoot.shoot_date) >= shoot.shoot_date &&
  fold(q)
    .split(' ')
    .every((word) => fold(`${shoot.title} ${shoot.client_name ?? ''} ${shoot.locations.join(' ')}`).includes(word))

function randomFilter(random: Random): Filter {
  const filter: Filter = {}
  if (random.chance(0.4)) filter.status = random.pick(shootStatuses)
  if (random.chance(0.3)) filter.fromDate = random.pick(days)
  if (random.chance(0.3)) filter.toDate = random.pick(days)
  if (filter.fromDate && filter.toDate && filter.fromDate > filter.toDate) delete filter.toDate
  if (random.chance(0.4)) filter.q = random.pick(words)
  return filter
}

async function comparePage(api: Api, model: Model, random: Random): Promise<void> {
  const filter = randomFilter(random)
  const expectedShoots = [...model.values()].filter((shoot) => matches(shoot, filter)).toSorted(byStart)
  const limit = random.pick([1, 3, 50, 200])
  const offset = random.int(expectedShoots.length + 3)
  const query = new URLSearchParams({ ...filter, limit: String(limit), offset: String(offset) }).toString()
  const reply = await api.get(`/shoots?${query}`)
  expect({ query, shoots: shootsOf(reply) }).toEqual({ query, shoots: expectedShoots.slice(offset, offset + limit) })
  expect(reply.pagination()).toMatchObject({ total: expectedShoots.length })
  expect(JSON.parse(reply.text)).toMatchObject({ filters: filter })
}

async function compareFigures(api: Api, model: Model): Promise<void> {
  const by_status = Object.fromEntries(
    shootStatuses.map((status) => [status, [...model.values()].filter((one) => one.status === status).length]),
  )
  expect((await api.get('/analytics')).item()['shoots']).toEqual({ total: model.size, by_status })
}

const locationFields = (random: Random): Record<string, unknown> =>
  random.pick([
    {},
    { location: random.pick(names) },
    { locations: [random.pick(names), random.pick(names)] },
    { location: null },
  ])

async function create(api: Api, model: Model, random: Random): Promise<void> {
  const body = shootBody({
    title: random.pick(names),
    shoot_date: random.pick(days),
    shoot_time: random.pick(times),
    client_name: random.chance(0.5) ? random.pick(names) : null,
    ...locationFields(random),
  })
  const reply = await api.post('/shoots', body)
  expect(reply.status).toBe(201)
  model.set(shootOf(reply).id, shootOf(reply))
}

/** The expected shoot after a patch. */
function patchShoot(shootBefore: Shoot, updates: Record<string, unknown>): Shoot {
  const patchedShoot: Shoot = { ...shootBefore, ...updates }
  if ('location' in updates) patchedShoot.locations = patchedShoot.location === null ? [] : [patchedShoot.location]
  else if ('locations' in updates) patchedShoot.location = patchedShoot.locations[0] ?? null
  if (updates['status'] === 'completed' && shootBefore.status !== 'completed' && !('completion_progress' in updates))
    patchedShoot.completion_progress = 100
  return patchedShoot
}

async function change(api: Api, model: Model, random: Random): Promise<void> {
  const shootBefore = random.pick([...model.values()])
  const updates: Record<string, unknown> = random.pick([
    { status: random.pick(shootStatuses) },
    { status: random.pick(shootStatuses), completion_progress: random.int(101) },
    { title: random.pick(names), client_name: null },
    { shoot_date: random.pick(days), shoot_time: random.pick(times) },
    { completion_progress: random.int(3), ...locationFields(random) },
  ])
  const isAllowed = nextStatuses[shootBefore.status].includes((updates['status'] ?? shootBefore.status) as ShootStatus)
  const reply = await api.patch(`/shoots/${shootBefore.id}`, { updates })
  expect({ shootBeforeStatus: shootBefore.status, updates, replyStatus: reply.status }).toEqual({
    shootBeforeStatus: shootBefore.status,
    updates,
    replyStatus: isAllowed ? 200 : 409,
  })
  if (!isAllowed) return
  const expectedShoot = patchShoot(shootBefore, updates)
  const isUnchanged = JSON.stringify(expectedShoot) === JSON.stringify(shootBefore)
  const updatedShoot = shootOf(reply)
  expect(updatedShoot).toEqual({ ...expectedShoot, updated_at: updatedShoot.updated_at })
  expect(updatedShoot.updated_at > shootBefore.updated_at).toBe(!isUnchanged)
  model.set(updatedShoot.id, updatedShoot)
}

async function remove(api: Api, model: Model, random: Random): Promise<void> {
  const { id } = random.pick([...model.values()])
  expect((await api.delete(`/shoots/${id}`)).item()).toEqual({ id, deleted: true })
  model.delete(id)
}

describe('a random history of shoots', () => {
  it.each([1, 20_260_101])(`of ${STEP_COUNT} steps matches a plain list (seed %i)`, async (seed) => {
    const random = createSeededRandom(seed)
    const api = seed === 1 ? suite.alice : suite.bob
    const model: Model = new Map()
    for (let step = 0; step < STEP_COUNT; step++) {
      const randomNumber = random.next()
      if (model.size < 20 || randomNumber < 0.2) await create(api, model, random)
      else if (randomNumber < 0.5) await change(api, model, random)
      else if (randomNumber < 0.6) await remove(api, model, random)
      await compareFigures(api, model)
      await comparePage(api, model, random)
    }
    expect(shootsOf(await api.get('/shoots?limit=200'))).toEqual([...model.values()].toSorted(byStart).slice(0, 200))
  })
})
