import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { camera, type Item, type Reply } from '../../support/api.ts'
import { useServer } from '../../support/suite.ts'
import { onPostgres, postgresOnly } from '../../support/testDatabase.ts'

const suite = useServer({ own: true, bob: true })

const statusesOf = (replies: readonly Reply[]): Record<string, number> => {
  const statuses: Record<string, number> = {}
  for (const { status } of replies) statuses[status] = (statuses[status] ?? 0) + 1
  return statuses
}

const totalOf = async (query: string): Promise<number> => (await suite.alice.get(`/gear?${query}`)).pagination().total

/** Makes the database itself refuse an item with a text, as a fault that no check foresees. */
async function refuseInDatabase(text: string): Promise<void> {
  if (!onPostgres) {
    await suite.sql(
      `create trigger refuse before insert on gear when new.record like '%${text}%' begin select raise(abort, 'refused'); end`,
    )
    return
  }
  await suite.sql(`create function refuse() returns trigger language plpgsql as $$ begin
    if new.record like '%${text}%' then raise exception 'refused'; end if; return new; end $$`)
  await suite.sql('create trigger refuse before insert on gear for each row execute function refuse()')
}

describe('writes that share a transaction', () => {
  it('see what earlier ones of their batch changed: one of many gets a tag, and a released tag can be taken', async () => {
    const wanted = await Promise.all(
      Array.from({ length: 20 }, () => suite.alice.post('/gear', camera({ asset_tag: 'Wanted', model: 'Wants' }))),
    )
    expect(statusesOf(wanted)).toEqual({ 201: 1, 409: 19 })
    const owner = wanted.find(({ status }) => status === 201)?.item() as Item
    const [released, taken] = await Promise.all([
      suite.alice.patch(`/gear/${owner.id}`, { updates: { asset_tag: null } }),
      suite.alice.post('/gear', camera({ asset_tag: 'wanted', model: 'Takes' })),
    ])
    expect({ releasedStatus: released.status, takenStatus: taken.status }).toEqual({
      releasedStatus: 200,
      takenStatus: 201,
    })
    expect(await totalOf('q=Wants')).toBe(1)
  })

  it('change, delete and look for one record in turn', async () => {
    const { id } = await suite.alice.createItem({ model: 'Turns', warranty_expires_on: '2031-01-01' })
    const service = { item_type: 'camera', item_id: id, service_type: 'Cleaning', service_date: '2026-05-01' }
    const [removal, ...others] = await Promise.all([
      suite.alice.delete(`/gear/${id}`),
      ...Array.from({ length: 10 }, (_, index) =>
        suite.alice.patch(`/gear/${id}`, { updates: { notes: `note ${index}`, model: `Turns ${index}` } }),
      ),
      ...Array.from({ length: 10 }, () => suite.alice.post('/maintenance', service)),
    ])
    const [changes, services] = [others.slice(0, 10), others.slice(10)]
    const changed = changes.filter(({ status }) => status === 200)
    const created = services.filter(({ status }) => status === 201)
    // Whatever came after the deletion found no item.
    expect(changes.filter(({ status }) => status === 404)).toHaveLength(10 - changed.length)
    expect(services.filter(({ status }) => status === 422)).toHaveLength(10 - created.length)
    expect(new Set(changed.map((reply) => reply.item().updated_at)).size).toBe(changed.length)
    expect((JSON.parse(removal?.text ?? '') as { data: { cleaned: object } }).data.cleaned).toEqual({
      maintenance: created.length,
      documents: 1,
    })
    expect((await suite.alice.get(`/maintenance?item_id=${id}`)).pagination().total).toBe(0)
  })

  it('fail alone when the database refuses one: the others are committed', async () => {
    await refuseInDatabase('Poison')
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        suite.alice.post('/gear', camera({ model: index % 10 === 3 ? `Poison ${index}` : `Sound ${index}` }), {
          'idempotency-key': `poison-${index}`,
        }),
      ),
    )
    expect(statusesOf(replies)).toEqual({ 201: 27, 500: 3 })
    expect(replies.flatMap(({ status }, index) => (status === 500 ? [index] : []))).toEqual([3, 13, 23])
    expect(await totalOf('q=Sound')).toBe(27)
    expect(await totalOf('q=Poison')).toBe(0)
    const repeated = await suite.alice.post('/gear', camera({ model: 'Sound 4' }), { 'idempotency-key': 'poison-4' })
    expect({ text: repeated.text, 'idempotent-replayed': repeated.headers['idempotent-replayed'] }).toEqual({
      text: replies[4]?.text,
      'idempotent-replayed': 'true',
    })
    await suite.sql(`drop trigger refuse${onPostgres ? ' on gear' : ''}`)
  })

  it('of two accounts do not wait for each other', async () => {
    const both = await Promise.all(
      [suite.alice, suite.bob].flatMap((api) =>
        Array.from({ length: 40 }, () => api.post('/gear', camera({ model: 'Both' }))),
      ),
    )
    expect(statusesOf(both)).toEqual({ 201: 80 })
    expect(await totalOf('q=Both')).toBe(40)
    expect((await suite.bob.get('/gear?q=Both')).pagination().total).toBe(40)
  })
})

describe.skipIf(!onPostgres)(`writes that wait on PostgreSQL${postgresOnly}`, () => {
  it('run again when their connection is lost before the commit', async () => {
    const holder = new Client({ connectionString: suite.folder.databaseFile })
    await holder.connect()
    await holder.query('begin')
    await holder.query('select 1 from account_state for update')
    const writes = Array.from({ length: 20 }, (_, index) =>
      suite.alice.post('/gear', camera({ model: `Lost ${index}` })),
    )
    const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await holder.query(waiting)).rowCount).toBeGreaterThan(0)
    await holder.query(`select pg_terminate_backend(pid) from (${waiting}) as waiting`)
    await holder.query('commit')
    await holder.end()
    expect(statusesOf(await Promise.all(writes))).toEqual({ 201: 20 })
    expect(await totalOf('q=Lost')).toBe(20)
  })
})
