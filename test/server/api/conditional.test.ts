import { describe, expect, it } from 'vitest'
import { useServer } from '../../support/suite.ts'
import { measureOwnLoopTimeMs } from '../../support/loopTime.ts'

const suite = useServer({ bob: true })

describe('If-Match', () => {
  it('allows a write when one of its tags is that of the record', async () => {
    const item = await suite.alice.createItem()
    const path = `/gear/${item.id}`
    const firstReply = await suite.alice.patch(
      path,
      { updates: { notes: '1' } },
      { 'if-match': `"${item.updated_at}"` },
    )
    expect(firstReply.status).toBe(200)
    const matchReply = await suite.alice.patch(
      path,
      { updates: { notes: '2' } },
      { 'if-match': `"a", W/"b" ,"x,y", ${firstReply.headers['etag']}` },
    )
    expect(matchReply.status).toBe(200)
    expect((await suite.alice.patch(path, { updates: { notes: '3' } }, { 'if-match': '*' })).status).toBe(200)
    const listedItem = (await suite.alice.get('/gear?limit=1')).items()[0]
    expect((await suite.alice.delete(path, { 'if-match': `"${listedItem?.updated_at}"` })).status).toBe(200)
  })

  it('refuses a write of a changed record, without effect', async () => {
    const item = await suite.alice.createItem()
    const path = `/gear/${item.id}`
    const changedItem = (await suite.alice.patch(path, { updates: { notes: 'changed' } })).item()
    const events = await suite.sql('select count(*) as n from event')
    const staleHeaders = { 'if-match': `"${item.updated_at}"` }
    for (const headers of [staleHeaders, { 'if-match': `W/"${changedItem.updated_at}"` }, { 'if-match': '"a", "b"' }]) {
      for (const reply of [
        await suite.alice.patch(path, { updates: { notes: 'other' } }, headers),
        await suite.alice.patch(path, { updates: { notes: 'changed' } }, headers),
        await suite.alice.delete(path, headers),
      ]) {
        expect(reply).toBeProblem(412, 'precondition_failed')
        expect(reply.headers['etag']).toBe(`"${changedItem.updated_at}"`)
      }
    }
    expect((await suite.alice.get(path)).item()).toEqual(changedItem)
    expect(await suite.sql('select count(*) as n from event')).toEqual(events)
  })

  it('lets exactly one of twenty concurrent writers succeed', async () => {
    const item = await suite.alice.createItem()
    const headers = { 'if-match': `"${item.updated_at}"` }
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        suite.alice.patch(`/gear/${item.id}`, { updates: { notes: `writer ${index}` } }, headers),
      ),
    )
    const acceptedReplies = replies.filter((reply) => reply.status === 200)
    expect(acceptedReplies).toHaveLength(1)
    expect(replies.filter((reply) => reply.status === 412)).toHaveLength(19)
    expect((await suite.alice.get(`/gear/${item.id}`)).item()).toEqual(acceptedReplies[0]?.item())
  })

  it('is checked after the schema and the record, and before the asset tag', async () => {
    const item = await suite.alice.createItem({ gear_type: 'lens' })
    const staleHeaders = { 'if-match': '"stale"' }
    expect((await suite.alice.patch('/gear/none', { updates: { notes: 'x' } }, staleHeaders)).status).toBe(404)
    expect((await suite.alice.delete('/gear/none', { 'if-match': '*' })).status).toBe(404)
    expect((await suite.alice.patch(`/gear/${item.id}`, { updates: {} }, staleHeaders)).status).toBe(422)
    expect((await suite.alice.patch(`/gear/${item.id}`, { updates: { shutter_count: 1 } }, staleHeaders)).status).toBe(
      422,
    )
    await suite.alice.createItem({ asset_tag: 'TAKEN' })
    expect(
      (await suite.alice.patch(`/gear/${item.id}`, { updates: { asset_tag: 'taken' } }, staleHeaders)).status,
    ).toBe(412)
  })

  it.each(['', 'abc', '"a', 'a"', '"a" "b"', "'a'", 'w/"a"', '*, "a"', '"a",*', ',', '"a b', 'W/ "a"', '"a\u00e9'])(
    '%j is malformed',
    async (value) => {
      const item = await suite.alice.createItem()
      const reply = await suite.alice.patch(`/gear/${item.id}`, { updates: { notes: 'x' } }, { 'if-match': value })
      expect(reply).toBeProblem(400, 'invalid_header', ['If-Match invalid_value'])
      const readReply = await suite.alice.get(`/gear/${item.id}`, { 'if-none-match': value })
      expect(readReply).toHaveFaults(400, ['If-None-Match invalid_value'])
    },
  )

  it('is parsed quickly, whatever its form', async () => {
    const item = await suite.alice.createItem()
    const loopMs = (value: string): Promise<number> =>
      measureOwnLoopTimeMs(async () => void (await suite.alice.get(`/gear/${item.id}`, { 'if-none-match': value })))
    const plainMs = await loopMs(`"${'a'.repeat(9998)}"`)
    for (const value of [
      '",'.repeat(5000),
      ','.repeat(10_000),
      '"a",'.repeat(2500),
      '"'.repeat(9999),
      `"a",${' '.repeat(9000)}x`,
    ])
      expect(await loopMs(value)).toBeLessThan(10 * plainMs + 50)
  })
})

describe('If-None-Match', () => {
  it('gives 304 while the record is unchanged', async () => {
    const item = await suite.alice.createItem()
    const path = `/gear/${item.id}`
    const tag = `"${item.updated_at}"`
    for (const value of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const reply = await suite.alice.get(path, { 'if-none-match': value })
      expect({ value, status: reply.status, etag: reply.headers['etag'], text: reply.text }).toEqual({
        value,
        status: 304,
        etag: tag,
        text: '',
      })
    }
    expect((await suite.alice.get(path, { 'if-none-match': '"x"' })).status).toBe(200)
    await suite.alice.patch(path, { updates: { notes: 'new' } })
    expect((await suite.alice.get(path, { 'if-none-match': tag })).status).toBe(200)
    expect((await suite.alice.get('/gear/none', { 'if-none-match': '*' })).status).toBe(404)
  })

  it('of a list stops matching after each change that the list could show', async () => {
    const item = await suite.alice.createItem()
    const queries = ['', '?type=camera', '?q=canon', '?status=available&limit=1', '?offset=1']
    const seenTags = new Map<string, Set<string>>(queries.map((query) => [query, new Set()]))
    const check = async (): Promise<void> => {
      for (const query of queries) {
        const reply = await suite.alice.get(`/gear${query}`)
        const etag = reply.headers['etag'] ?? ''
        expect(etag).toMatch(/^"[^"]+"$/)
        expect(seenTags.get(query)?.has(etag)).toBe(false)
        seenTags.get(query)?.add(etag)
        const secondReply = await suite.alice.get(`/gear${query}`, { 'if-none-match': etag })
        expect({ status: secondReply.status, etag: secondReply.headers['etag'] }).toEqual({ status: 304, etag })
      }
    }
    await check()
    await suite.alice.patch(`/gear/${item.id}`, { updates: { notes: 'n' } })
    await check()
    const otherItem = await suite.alice.createItem()
    await check()
    await suite.alice.delete(`/gear/${otherItem.id}`)
    await check()
    await suite.alice.patch(`/gear/${item.id}`, { updates: { status: 'ready' } })
    await check()
  })

  it('of a list still matches while the account’s gear is unchanged', async () => {
    const { etag = '' } = (await suite.alice.get('/gear')).headers
    await suite.bob.createItem()
    await suite.alice.get('/profile')
    await suite.alice.post('/gear', { gear_type: 'camera' })
    await suite.flushAudit()
    expect((await suite.alice.get('/gear', { 'if-none-match': etag })).status).toBe(304)
    expect((await suite.bob.get('/gear', { 'if-none-match': etag })).status).toBe(200)
  })
})
