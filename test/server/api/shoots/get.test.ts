import { describe, expect, it } from 'vitest'
import { useServer } from '../../../support/suite.ts'
import { makeShoot, shootBody, shootOf } from './support.ts'

const suite = useServer({ bob: true })

describe('GET /shoots/{id}', () => {
  it('returns the record with its ETag, and 304 for that ETag', async () => {
    const shoot = await makeShoot(suite.alice, { shoot_time: '10:00', locations: ['A', 'B'] })
    const reply = await suite.alice.get(`/shoots/${shoot.id}`)
    expect(reply).toHaveStatus(200)
    expect({ shoot: shootOf(reply), etag: reply.headers['etag'] }).toEqual({ shoot, etag: `"${shoot.updated_at}"` })
    const etag = reply.headers['etag'] ?? ''
    for (const ifNoneMatch of [etag, `W/${etag}`, `"x", ${etag}`, '*'])
      expect((await suite.alice.get(`/shoots/${shoot.id}`, { 'if-none-match': ifNoneMatch })).status).toBe(304)
    await suite.alice.patch(`/shoots/${shoot.id}`, { updates: { notes: 'new' } })
    const changedReply = await suite.alice.get(`/shoots/${shoot.id}`, { 'if-none-match': etag })
    expect({ status: changedReply.status, notes: shootOf(changedReply).notes }).toEqual({ status: 200, notes: 'new' })
  })

  it('answers HEAD like GET, without a body', async () => {
    const shoot = await makeShoot(suite.alice)
    for (const path of [`/shoots/${shoot.id}`, '/shoots', '/shoots?status=planning&fromDate=2026-01-01']) {
      const [getReply, headReply] = [await suite.alice.get(path), await suite.alice.send('HEAD', path)]
      expect(headReply.status).toBe(200)
      for (const name of ['content-length', 'content-type', 'etag', 'cache-control'])
        expect(headReply.headers[name]).toBe(getReply.headers[name])
      expect(
        (await suite.alice.send('HEAD', path, { headers: { 'if-none-match': getReply.headers['etag'] ?? '' } })).status,
      ).toBe(304)
    }
    expect((await suite.alice.send('HEAD', '/shoots/none')).status).toBe(404)
    expect((await suite.alice.send('HEAD', '/shoots?status=none')).status).toBe(400)
  })

  it.each([
    ['/shoots', 'GET, HEAD, OPTIONS, POST', ['PUT', 'PATCH', 'DELETE']],
    ['/shoots/0192f3a4-0000-7000-8000-000000000000', 'DELETE, GET, HEAD, OPTIONS, PATCH', ['PUT', 'POST']],
  ])('%s allows %s', async (path, allow, otherMethods) => {
    const options = await suite.alice.as(undefined).send('OPTIONS', path)
    expect({ status: options.status, allow: options.headers['allow']?.split(', ').toSorted().join(', ') }).toEqual({
      status: 204,
      allow,
    })
    for (const method of otherMethods) expect((await suite.alice.send(method, path)).status).toBe(405)
  })

  it('answers the same 404 for ids that are unknown, malformed, of another account or of another kind of record', async () => {
    const shoot = await makeShoot(suite.alice)
    const gear = await suite.alice.createItem()
    await suite.alice.get(`/gear/${gear.id}`)
    const readAsAlice = (path: string) => suite.alice.get(path)
    const replies = [
      await readAsAlice('/shoots/0192f3a4-0000-7000-8000-000000000000'),
      await readAsAlice('/shoots/none'),
      await readAsAlice(`/shoots/${shoot.id}x`),
      await readAsAlice(`/shoots/${gear.id}`),
      await readAsAlice(`/gear/${shoot.id}`).then(
        async (reply) => (expect(reply.status).toBe(404), readAsAlice('/shoots/%20')),
      ),
      await suite.bob.get(`/shoots/${shoot.id}`),
      await suite.bob.patch(`/shoots/${shoot.id}`, { updates: { title: 'Mine' } }),
      await suite.bob.delete(`/shoots/${shoot.id}`),
      await suite.bob.patch(
        `/shoots/${shoot.id}`,
        { updates: { title: 'Mine' } },
        { 'if-match': `"${shoot.updated_at}"` },
      ),
    ]
    expect(
      new Set(replies.map((reply) => `${reply.status} ${reply.problem().code} ${reply.problem().detail}`)).size,
    ).toBe(1)
    expect(replies[0]?.status).toBe(404)
    expect(shootOf(await suite.alice.get(`/shoots/${shoot.id}`))).toEqual(shoot)
    // Still 404 for the other account after the request of the owner has cached it.
    expect((await suite.bob.get(`/shoots/${shoot.id}`)).status).toBe(404)
  })

  it('accepts the id in any letter case, and refuses query parameters', async () => {
    const shoot = await makeShoot(suite.alice)
    expect(shootOf(await suite.alice.get(`/shoots/${shoot.id.toUpperCase()}`))).toEqual(shoot)
    const reply = await suite.alice.get(`/shoots/${shoot.id}?fields=title`)
    expect(reply).toHaveFaults(400, ['fields unknown_parameter'])
    expect((await suite.alice.post('/shoots?dry=1', shootBody())).faults()).toEqual(['dry unknown_parameter'])
  })
})
