import { describe, expect, it } from 'vitest'
import { useServer } from '../../../support/suite.ts'
import { makeService, recordOf } from './support.ts'

const suite = useServer({ bob: true })

describe('GET /maintenance/{id}', () => {
  it('returns the record with its ETag, and 304 to a client that has it', async () => {
    const record = await makeService(suite.alice, await suite.alice.createItem(), { notes: 'Grüße 📷' })
    const path = `/maintenance/${record.id}`
    const reply = await suite.alice.get(path)
    expect(reply).toHaveStatus(200)
    expect({ record: recordOf(reply), etag: reply.headers['etag'] }).toEqual({ record, etag: `"${record.updated_at}"` })
    expect(recordOf(await suite.alice.get(`/maintenance/${record.id.toUpperCase()}`))).toEqual(record)
    const headers = { 'if-none-match': `"${record.updated_at}"` }
    expect((await suite.alice.get(path, headers)).status).toBe(304)
    const changedRecord = recordOf(await suite.alice.patch(path, { updates: { cost: 3 } }))
    const freshReply = await suite.alice.get(path, headers)
    expect({ status: freshReply.status, record: recordOf(freshReply) }).toEqual({ status: 200, record: changedRecord })
    const headReply = await suite.alice.send('HEAD', path)
    expect({
      status: headReply.status,
      etag: headReply.headers['etag'],
      'content-length': headReply.headers['content-length'],
    }).toEqual({
      status: 200,
      etag: freshReply.headers['etag'],
      'content-length': String(Buffer.byteLength(freshReply.text)),
    })
  })

  it.each(['0192f3a4-0000-7000-8000-000000000000', 'nothing', '%20', "'--"])(
    'answers 404 for the id %s',
    async (id) => {
      for (const reply of [
        await suite.alice.get(`/maintenance/${id}`),
        await suite.alice.patch(`/maintenance/${id}`, { updates: { notes: 'x' } }),
        await suite.alice.delete(`/maintenance/${id}`),
      ])
        expect(reply).toBeProblem(404, 'not_found')
    },
  )

  it('answers 404 for a record of another account or of another kind', async () => {
    const item = await suite.alice.createItem({ warranty_expires_on: '2030-01-01' })
    const record = await makeService(suite.alice, item)
    // Read once, so that the server has them in its cache.
    await suite.alice.get(`/gear/${item.id}`)
    await suite.alice.get(`/maintenance/${record.id}`)
    for (const [caller, path] of [
      [suite.bob, `/maintenance/${record.id}`],
      [suite.alice, `/maintenance/${item.id}`],
      [suite.alice, `/gear/${record.id}`],
      [suite.alice, `/documents/${record.id}`],
    ] as const)
      expect({ path, status: (await caller.get(path)).status }).toEqual({ path, status: 404 })
    for (const reply of [
      await suite.bob.patch(`/maintenance/${record.id}`, { updates: { notes: 'taken' } }, { 'if-match': '*' }),
      await suite.bob.delete(`/maintenance/${record.id}`),
    ])
      expect(reply.status).toBe(404)
    expect(recordOf(await suite.alice.get(`/maintenance/${record.id}`))).toEqual(record)
  })

  it('refuses query parameters', async () => {
    const record = await makeService(suite.alice, await suite.alice.createItem())
    const reply = await suite.alice.get(`/maintenance/${record.id}?fields=id`)
    expect(reply).toHaveFaults(400, ['fields unknown_parameter'])
  })
})
