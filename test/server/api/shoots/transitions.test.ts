import { describe, expect, it } from 'vitest'
import type { Shoot, ShootStatus } from '../../../../contract/api/shoots.ts'
import { useServer } from '../../../support/suite.ts'
import { makeShoot, shootOf, shootsOf } from './support.ts'

const suite = useServer()

/** The status changes that bring a new shoot to each status. */
const stepsTo: Record<ShootStatus, ShootStatus[]> = {
  planning: [],
  confirmed: ['confirmed'],
  completed: ['completed'],
  cancelled: ['cancelled'],
}

const table: [ShootStatus, ShootStatus, boolean][] = [
  ['planning', 'planning', true],
  ['planning', 'confirmed', true],
  ['planning', 'completed', true],
  ['planning', 'cancelled', true],
  ['confirmed', 'planning', true],
  ['confirmed', 'confirmed', true],
  ['confirmed', 'completed', true],
  ['confirmed', 'cancelled', true],
  ['completed', 'planning', false],
  ['completed', 'confirmed', true],
  ['completed', 'completed', true],
  ['completed', 'cancelled', false],
  ['cancelled', 'planning', true],
  ['cancelled', 'confirmed', false],
  ['cancelled', 'completed', false],
  ['cancelled', 'cancelled', true],
]
const allowedStatuses: Record<ShootStatus, string[]> = {
  planning: ['confirmed', 'completed', 'cancelled', 'planning'],
  confirmed: ['planning', 'completed', 'cancelled', 'confirmed'],
  completed: ['confirmed', 'completed'],
  cancelled: ['planning', 'cancelled'],
}

const change = (id: string, updates: Record<string, unknown>) => suite.alice.patch(`/shoots/${id}`, { updates })

async function makeShootIn(status: ShootStatus, fields: Record<string, unknown> = {}): Promise<Shoot> {
  let shoot = await makeShoot(suite.alice)
  for (const step of stepsTo[status]) shoot = shootOf(await change(shoot.id, { status: step }))
  return Object.keys(fields).length > 0 ? shootOf(await change(shoot.id, fields)) : shoot
}

describe('the status of a shoot', () => {
  it('has all sixteen transitions in the table', () => {
    expect(new Set(table.map(([from, to]) => `${from} ${to}`)).size).toBe(16)
  })

  it.each(table.filter(([, , isAllowed]) => isAllowed))('can change from %s to %s', async (from, to) => {
    const shoot = await makeShootIn(from)
    const reply = await change(shoot.id, { status: to, notes: 'with it' })
    const storedShoot = shootOf(await suite.alice.get(`/shoots/${shoot.id}`))
    expect(reply).toHaveStatus(200)
    expect(shootOf(reply)).toEqual(storedShoot)
    expect(storedShoot).toMatchObject({ status: to, notes: 'with it' })
  })

  it.each(table.filter(([, , isAllowed]) => !isAllowed))('cannot change from %s to %s', async (from, to) => {
    const shoot = await makeShootIn(from)
    const reply = await change(shoot.id, { status: to, notes: 'with it' })
    const storedShoot = shootOf(await suite.alice.get(`/shoots/${shoot.id}`))
    expect(reply).toBeProblem(409, 'invalid_transition', ['#/updates/status invalid_value'])
    expect(reply.problem().errors?.[0]?.allowed).toEqual(allowedStatuses[from])
    expect(storedShoot).toEqual(shoot)
  })

  it('decides in which list by status the shoot is, and the totals', async () => {
    const shoot = await makeShoot(suite.alice, { title: 'Moves' })
    for (const status of ['confirmed', 'completed', 'confirmed', 'cancelled', 'planning'] as const) {
      const changedShoot = shootOf(await change(shoot.id, { status }))
      for (const one of ['planning', 'confirmed', 'completed', 'cancelled']) {
        const reply = await suite.alice.get(`/shoots?status=${one}&q=moves`)
        expect({ one, shoots: shootsOf(reply) }).toEqual({ one, shoots: one === status ? [changedShoot] : [] })
        const countedRows = await suite.sql<{ n: number | string }>(
          'select count(*) as n from shoot where account_id = ? and status = ?',
          suite.aliceAccount.account_id,
          one,
        )
        expect((await suite.alice.get(`/shoots?status=${one}&limit=1`)).pagination().total).toBe(
          Number(countedRows[0]?.n),
        )
      }
    }
  })
})

describe('the progress of a shoot', () => {
  it.each(['planning', 'confirmed'] as const)(
    'becomes 100 when a shoot that is %s is completed without one',
    async (from) => {
      const shoot = await makeShootIn(from)
      expect(shootOf(await change(shoot.id, { status: 'completed' }))).toMatchObject({
        status: 'completed',
        completion_progress: 100,
      })
    },
  )

  it('becomes 100 also where an earlier value is stored', async () => {
    const shoot = await makeShootIn('confirmed', { completion_progress: 40 })
    expect(shootOf(await change(shoot.id, { status: 'completed' })).completion_progress).toBe(100)
  })

  it.each([0, 80, 100])('is the value sent with the completion: %i', async (progress) => {
    const shoot = await makeShootIn('confirmed', { completion_progress: 40 })
    expect(
      shootOf(await change(shoot.id, { status: 'completed', completion_progress: progress })).completion_progress,
    ).toBe(progress)
  })

  it('does not change when a completed shoot is completed again', async () => {
    const shoot = await makeShootIn('planning')
    const completedShoot = shootOf(await change(shoot.id, { status: 'completed', completion_progress: 80 }))
    expect(shootOf(await change(shoot.id, { status: 'completed' }))).toEqual(completedShoot)
    expect(shootOf(await change(shoot.id, { completion_progress: 90 }))).toMatchObject({
      status: 'completed',
      completion_progress: 90,
    })
  })

  it('does not change when a shoot is reopened, cancelled or planned again', async () => {
    const shoot = await makeShootIn('completed')
    expect(shootOf(await change(shoot.id, { status: 'confirmed' })).completion_progress).toBe(100)
    expect(shootOf(await change(shoot.id, { status: 'cancelled', completion_progress: 30 })).completion_progress).toBe(
      30,
    )
    expect(shootOf(await change(shoot.id, { status: 'planning' })).completion_progress).toBe(30)
  })

  it('does not change with a refused completion', async () => {
    const shoot = await makeShootIn('cancelled', { completion_progress: 10 })
    expect((await change(shoot.id, { status: 'completed' })).status).toBe(409)
    expect(shootOf(await suite.alice.get(`/shoots/${shoot.id}`))).toEqual(shoot)
  })
})
