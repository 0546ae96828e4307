import { describe, expect, it } from 'vitest'
import { addKey } from '../../support/account.ts'
import { camera, createApi, type Reply } from '../../support/api.ts'
import { useServer } from '../../support/suite.ts'
import { sendRaw } from '../../support/wire.ts'

const suite = useServer({ bob: true })
let lastNumber = 0
const newKey = (): Record<string, string> => ({ 'idempotency-key': `key-${++lastNumber}` })

/** The parts of an answer that must be identical in a replay. */
const replayedParts = (reply: Reply): unknown[] => [
  reply.status,
  reply.text,
  reply.headers['etag'],
  reply.headers['location'],
  reply.headers['content-type'],
]

describe('Idempotency-Key', () => {
  it('replays the first answer byte for byte, and writes nothing more', async () => {
    const key = newKey()
    const firstReply = await suite.alice.post('/gear', camera({ asset_tag: 'I-1' }), key)
    const secondReply = await suite.alice.post('/gear', camera({ asset_tag: 'I-1' }), key)
    expect(firstReply.status).toBe(201)
    expect(replayedParts(secondReply)).toEqual(replayedParts(firstReply))
    expect({
      firstIdempotentReplayed: firstReply.headers['idempotent-replayed'],
      secondIdempotentReplayed: secondReply.headers['idempotent-replayed'],
    }).toEqual({ firstIdempotentReplayed: undefined, secondIdempotentReplayed: 'true' })
    expect(secondReply.headers['request-id']).not.toBe(firstReply.headers['request-id'])
    expect((await suite.alice.get('/gear?asset_tag=I-1')).pagination().total).toBe(1)
    const patch = newKey()
    const path = `/gear/${firstReply.item().id}`
    const changedReply = await suite.alice.patch(path, { updates: { notes: 'a' } }, patch)
    await suite.alice.patch(path, { updates: { notes: 'b' } })
    expect(replayedParts(await suite.alice.patch(path, { updates: { notes: 'a' } }, patch))).toEqual(
      replayedParts(changedReply),
    )
    expect((await suite.alice.get(path)).item()['notes']).toBe('b')
    const remove = newKey()
    const removed = await suite.alice.delete(path, remove)
    expect(replayedParts(await suite.alice.delete(path, remove))).toEqual(replayedParts(removed))
    expect(removed.status).toBe(200)
  })

  it('is the same key bare and quoted', async () => {
    const firstReply = await suite.alice.post('/gear', camera(), { 'idempotency-key': 'abc_DEF-9' })
    expect(replayedParts(await suite.alice.post('/gear', camera(), { 'idempotency-key': '"abc_DEF-9"' }))).toEqual(
      replayedParts(firstReply),
    )
    expect((await suite.alice.post('/gear', camera(), { 'idempotency-key': 'k'.repeat(255) })).status).toBe(201)
  })

  it.each(['', '""', 'a b', 'a,b', '"a', "'a'", 'ü', 'k'.repeat(256), 'a/b'])('%j is refused', async (key) => {
    const reply = await suite.alice.post('/gear', camera(), { 'idempotency-key': key })
    expect(reply).toBeProblem(400, 'invalid_header', ['Idempotency-Key invalid_value'])
  })

  it('sent twice is refused', async () => {
    const body = JSON.stringify(camera())
    const requestHead = `POST /api/v1/gear HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${suite.alice.key}\r\nContent-Type: application/json\r\n`
    const [reply] = await sendRaw(
      suite.server.url,
      [`${requestHead}Idempotency-Key: a\r\nIdempotency-Key: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`],
      1,
    )
    expect({ status: reply?.status, text: JSON.parse(reply?.text ?? '{}') }).toMatchObject({
      status: 400,
      text: { code: 'invalid_header' },
    })
  })

  it('is refused with a different request', async () => {
    const key = newKey()
    const item = (await suite.alice.post('/gear', camera(), key)).item()
    const path = `/gear/${item.id}`
    for (const reply of [
      await suite.alice.post('/gear', camera({ notes: 'more' }), key),
      await suite.alice.send('POST', '/gear', {
        headers: { 'content-type': 'application/json', ...key },
        body: `${JSON.stringify(camera())} `,
      }),
      await suite.alice.patch(path, { updates: { notes: 'x' } }, key),
      await suite.alice.delete(path, key),
    ])
      expect(reply).toBeProblem(422, 'idempotency_key_reused')
    const conditionalKey = newKey()
    const headers = { ...conditionalKey, 'if-match': `"${item.updated_at}"` }
    expect((await suite.alice.patch(path, { updates: { notes: 'x' } }, headers)).status).toBe(200)
    expect((await suite.alice.patch(path, { updates: { notes: 'x' } }, headers)).headers['idempotent-replayed']).toBe(
      'true',
    )
    expect((await suite.alice.patch(path, { updates: { notes: 'x' } }, conditionalKey)).problem().code).toBe(
      'idempotency_key_reused',
    )
  })

  it('belongs to its account', async () => {
    const key = newKey()
    const aliceReply = await suite.alice.post('/gear', camera(), key)
    const bobReply = await suite.bob.post('/gear', camera({ model: 'Other' }), key)
    expect({
      aliceStatus: aliceReply.status,
      bobStatus: bobReply.status,
      'idempotent-replayed': bobReply.headers['idempotent-replayed'],
    }).toEqual({
      aliceStatus: 201,
      bobStatus: 201,
      'idempotent-replayed': undefined,
    })
  })

  it('works with another API key of the account that has the scope', async () => {
    const key = newKey()
    const firstReply = await suite.alice.post('/gear', camera(), key)
    const { databaseFile } = suite.folder
    const { account_id: account } = suite.aliceAccount
    const rotatedApi = createApi(suite.server.url, await addKey(databaseFile, account))
    expect(replayedParts(await rotatedApi.post('/gear', camera(), key))).toEqual(replayedParts(firstReply))
    const reader = createApi(suite.server.url, await addKey(databaseFile, account, { scopes: ['gear:read'] }))
    expect((await reader.post('/gear', camera(), key)).status).toBe(403)
  })

  it('replays a refusal that depended on stored records', async () => {
    const takenItem = await suite.alice.createItem({ asset_tag: 'KEEP' })
    const [absentKey, tag, staleKey, foreignKey] = [newKey(), newKey(), newKey(), newKey()]
    const path = `/gear/${takenItem.id}`
    const calls: [number, () => Promise<Reply>][] = [
      [404, () => suite.alice.delete('/gear/none', absentKey)],
      [409, () => suite.alice.post('/gear', camera({ asset_tag: 'keep' }), tag)],
      [412, () => suite.alice.patch(path, { updates: { notes: 'x' } }, { ...staleKey, 'if-match': '"old"' })],
      [422, () => suite.alice.patch(path, { updates: { nd_stops: 3 } }, foreignKey)],
    ]
    const firstReplies = await Promise.all(calls.map(([, call]) => call()))
    expect(firstReplies.map((reply) => reply.status)).toEqual(calls.map(([status]) => status))
    await suite.alice.delete(path)
    for (const [index, [, call]] of calls.entries()) {
      const secondReply = await call()
      expect(secondReply.headers['idempotent-replayed']).toBe('true')
      expect(replayedParts(secondReply)).toEqual(replayedParts(firstReplies[index] as Reply))
    }
  })

  it('does not store a refusal of the request itself', async () => {
    const key = newKey()
    expect((await suite.alice.post('/gear', camera({ brand: '' }), key)).status).toBe(422)
    expect(
      (await suite.alice.send('POST', '/gear', { headers: { 'content-type': 'application/json', ...key }, body: '{' }))
        .status,
    ).toBe(400)
    expect((await suite.alice.post('/gear', camera(), { ...key, 'content-type': 'text/plain' })).status).toBe(415)
    expect((await suite.alice.as(undefined).post('/gear', camera(), key)).status).toBe(401)
    const firstReply = await suite.alice.post('/gear', camera(), key)
    expect(firstReply).toHaveStatus(201)
    expect(firstReply.headers['idempotent-replayed']).toBe(undefined)
    expect((await suite.alice.post('/gear', camera({ brand: '' }), key)).problem().code).toBe('idempotency_key_reused')
  })
})
