import { beforeAll, describe, expect, it } from 'vitest'
import type { Maintenance } from '../../../../contract/api/maintenance.ts'
import type { Item } from '../../../support/api.ts'
import { useServer } from '../../../support/suite.ts'
import { makeService, recordOf } from './support.ts'

const suite = useServer()
const statuses = ['scheduled', 'in_progress', 'completed', 'cancelled']

const documented: Record<string, string[]> = {
  scheduled: ['scheduled', 'in_progress', 'completed', 'cancelled'],
  in_progress: ['scheduled', 'in_progress', 'completed', 'cancelled'],
  completed: ['in_progress', 'completed'],
  cancelled: ['scheduled', 'cancelled'],
}

let item: Item

beforeAll(async () => {
  item = await suite.alice.createItem()
})

async function recordIn(status: string): Promise<Maintenance> {
  if (status !== 'cancelled') return makeService(suite.alice, item, { status })
  const { id } = await makeService(suite.alice, item)
  return recordOf(await suite.alice.patch(`/maintenance/${id}`, { updates: { status } }))
}

const counts = async (): Promise<number[]> =>
  Promise.all(
    statuses.map(async (status) => (await suite.alice.get(`/maintenance?status=${status}`)).pagination().total),
  )

const pairs = statuses.flatMap((from) => statuses.map((to) => [from, to] as const))
const isDocumented = ([from, to]: readonly [string, string]): boolean => documented[from]?.includes(to) ?? false

describe('the status of a maintenance record', () => {
  it.each(pairs.filter(isDocumented))('can change from %s to %s', async (from, to) => {
    const record = await recordIn(from)
    const countsBefore = await counts()
    const reply = await suite.alice.patch(`/maintenance/${record.id}`, { updates: { status: to, notes: 'with it' } })
    expect(reply).toHaveStatus(200)
    expect({ status: recordOf(reply).status, notes: recordOf(reply).notes }).toEqual({ status: to, notes: 'with it' })
    expect(await counts()).toEqual(
      countsBefore.map((total, index) => total - Number(statuses[index] === from) + Number(statuses[index] === to)),
    )
  })

  it.each(pairs.filter((pair) => !isDocumented(pair)))('cannot change from %s to %s', async (from, to) => {
    const record = await recordIn(from)
    const countsBefore = await counts()
    const reply = await suite.alice.patch(`/maintenance/${record.id}`, { updates: { status: to, notes: 'with it' } })
    expect(reply).toBeProblem(409, 'invalid_transition', ['#/updates/status invalid_value'])
    expect(reply.problem().errors?.[0]?.allowed?.toSorted()).toEqual(documented[from]?.toSorted())
    expect(await counts()).toEqual(countsBefore)
    expect(recordOf(await suite.alice.get(`/maintenance/${record.id}`))).toEqual(record)
  })

  it('sets completed_at while it is completed', async () => {
    const record = await makeService(suite.alice, item)
    const path = `/maintenance/${record.id}`
    const set = async (updates: Record<string, unknown>) => recordOf(await suite.alice.patch(path, { updates }))
    const completed = await set({ status: 'completed', cost: 80 })
    expect(completed.completed_at).toBe(completed.updated_at)
    expect((await set({ notes: 'later' })).completed_at).toBe(completed.completed_at)
    expect((await set({ status: 'completed', notes: 'again' })).completed_at).toBe(completed.completed_at)
    expect((await set({ status: 'in_progress' })).completed_at).toBeNull()
    const secondCompletion = await set({ status: 'completed' })
    expect(secondCompletion.completed_at).toBe(secondCompletion.updated_at)
    expect(String(secondCompletion.completed_at) > String(completed.completed_at)).toBe(true)
  })

  it('is reported by an event together with completed_at', async () => {
    const record = await makeService(suite.alice, item)
    const completedRecord = recordOf(
      await suite.alice.patch(`/maintenance/${record.id}`, { updates: { status: 'completed' } }),
    )
    const [, event] = await suite.sql<{ body: string }>(
      'select body from event where record_id = ? order by seq',
      record.id,
    )
    expect((JSON.parse(event?.body ?? '{}') as { data: unknown }).data).toMatchObject({
      record: completedRecord,
      changes: {
        status: { from: 'scheduled', to: 'completed' },
        completed_at: { from: null, to: completedRecord.completed_at },
      },
    })
  })
})
