import { describe, expect, it } from 'vitest'
import { useServer } from '../../../support/suite.ts'

const suite = useServer({ fakeClock: true, bob: true })

const zeroFigures = {
  inventory: { total_items: 0, by_type: { camera: 0, lens: 0, accessory: 0, filter: 0, drone: 0 } },
  shoots: { total: 0, by_status: { planning: 0, confirmed: 0, completed: 0, cancelled: 0 } },
  maintenance: { total: 0, by_status: { scheduled: 0, in_progress: 0, completed: 0, cancelled: 0 } },
  documents: { total: 0, by_type: { receipt: 0, warranty: 0, insurance: 0, user_manual: 0 } },
}

const shoot = { title: 'Wedding', shoot_date: '2026-06-20' }

describe('GET /analytics', () => {
  it('returns every key as 0 for an empty account, in the order of the contract', async () => {
    const reply = await suite.bob.get('/analytics')
    expect(reply).toHaveStatus(200)
    expect(reply.item()).toEqual({ generated_at: new Date(suite.clock.nowMs()).toISOString(), ...zeroFigures })
    expect(reply.text).toBe(
      JSON.stringify({ data: { generated_at: new Date(suite.clock.nowMs()).toISOString(), ...zeroFigures } }),
    )
  })

  it('counts the records of the account, up to date after each write', async () => {
    const figures = async () => {
      const { generated_at: _, ...figures } = (await suite.alice.get('/analytics')).item()
      return figures
    }
    const camera = await suite.alice.createItem({ warranty_expires_on: '2030-01-01' })
    await suite.alice.createItem({ gear_type: 'lens', status: 'retired' })
    const lens = await suite.alice.createItem({ gear_type: 'lens' })
    const { id } = (await suite.alice.post('/shoots', shoot)).item()
    await suite.alice.post('/shoots', shoot)
    expect(await figures()).toEqual({
      ...zeroFigures,
      inventory: { total_items: 3, by_type: { ...zeroFigures.inventory.by_type, camera: 1, lens: 2 } },
      shoots: { total: 2, by_status: { ...zeroFigures.shoots.by_status, planning: 2 } },
      documents: { total: 1, by_type: { ...zeroFigures.documents.by_type, warranty: 1 } },
    })
    await suite.alice.patch(`/shoots/${id}`, { updates: { status: 'completed' } })
    await suite.alice.delete(`/gear/${camera.id}`)
    await suite.alice.patch(`/gear/${lens.id}`, { updates: { status: 'maintenance' } })
    expect(await figures()).toEqual({
      ...zeroFigures,
      inventory: { total_items: 2, by_type: { ...zeroFigures.inventory.by_type, lens: 2 } },
      shoots: { total: 2, by_status: { ...zeroFigures.shoots.by_status, planning: 1, completed: 1 } },
    })
    const { generated_at: _, ...bobFigures } = (await suite.bob.get('/analytics')).item()
    expect(bobFigures).toEqual(zeroFigures)
  })

  it('sets generated_at to the time of each request', async () => {
    const firstTime = (await suite.alice.get('/analytics')).item()['generated_at']
    suite.clock.move(1234)
    const secondTime = (await suite.alice.get('/analytics')).item()['generated_at']
    expect(Date.parse(String(secondTime)) - Date.parse(String(firstTime))).toBe(1234)
  })

  it('has a weak ETag that depends on the figures and not on the time', async () => {
    const replyBefore = await suite.alice.get('/analytics')
    const etag = replyBefore.headers['etag'] ?? ''
    expect(etag).toMatch(/^W\/"[\w-]{43}"$/)
    suite.clock.move(60_000)
    for (const ifNoneMatch of [etag, etag.slice(2), `"x", ${etag}`, '*']) {
      const reply = await suite.alice.get('/analytics', { 'if-none-match': ifNoneMatch })
      expect({ ifNoneMatch, status: reply.status, etag: reply.headers['etag'] }).toEqual({
        ifNoneMatch,
        status: 304,
        etag,
      })
    }
    const createdShoot = (await suite.alice.post('/shoots', shoot)).item()
    const changedReply = await suite.alice.get('/analytics', { 'if-none-match': etag })
    expect(changedReply.status).toBe(200)
    expect(changedReply.headers['etag']).not.toBe(etag)
    // This change does not affect the figures.
    await suite.alice.patch(`/shoots/${createdShoot.id}`, { updates: { notes: 'x' } })
    expect((await suite.alice.get('/analytics', { 'if-none-match': changedReply.headers['etag'] ?? '' })).status).toBe(
      304,
    )
    await suite.alice.delete(`/shoots/${createdShoot.id}`)
    expect((await suite.alice.get('/analytics', { 'if-none-match': etag })).status).toBe(304)
  })

  it('answers HEAD and OPTIONS, and refuses every other verb and any query', async () => {
    const [getReply, headReply] = [await suite.alice.get('/analytics'), await suite.alice.send('HEAD', '/analytics')]
    for (const name of ['content-length', 'content-type', 'etag', 'cache-control'])
      expect(headReply.headers[name]).toBe(getReply.headers[name])
    expect(
      (await suite.alice.send('HEAD', '/analytics', { headers: { 'if-none-match': getReply.headers['etag'] ?? '' } }))
        .status,
    ).toBe(304)
    expect((await suite.alice.as(undefined).send('OPTIONS', '/analytics')).headers['allow']).toBe('GET, HEAD, OPTIONS')
    for (const method of ['POST', 'PATCH', 'PUT', 'DELETE'])
      expect((await suite.alice.send(method, '/analytics')).status).toBe(405)
    const reply = await suite.alice.get('/analytics?limit=5&status=planning')
    expect(reply).toHaveFaults(400, ['limit unknown_parameter', 'status unknown_parameter'])
    expect((await suite.alice.get('/analytics/x')).status).toBe(404)
  })
})
