import { describe, expect, it } from 'vitest'
import { shootStatuses } from '../../../../contract/api/shoots.ts'
import { useServer } from '../../../support/suite.ts'
import { makeShoot, shootsOf } from './support.ts'

const suite = useServer()

describe('DELETE /shoots/{id}', () => {
  it.each(shootStatuses)('removes a shoot that is %s, and no other', async (status) => {
    const [shoot, keptShoot] = [await makeShoot(suite.alice), await makeShoot(suite.alice)]
    await suite.alice.patch(`/shoots/${shoot.id}`, { updates: { status } })
    const reply = await suite.alice.delete(`/shoots/${shoot.id}`)
    expect(reply).toHaveStatus(200)
    expect(reply.item()).toEqual({ id: shoot.id, deleted: true })
    expect((await suite.alice.get(`/shoots/${shoot.id}`)).status).toBe(404)
    expect((await suite.alice.delete(`/shoots/${shoot.id}`)).status).toBe(404)
    expect((await suite.alice.patch(`/shoots/${shoot.id}`, { updates: { title: 'X' } })).status).toBe(404)
    expect(shootsOf(await suite.alice.get('/shoots'))).toEqual([keptShoot])
    await suite.alice.delete(`/shoots/${keptShoot.id}`)
  })

  it('succeeds once among concurrent requests', async () => {
    const shoot = await makeShoot(suite.alice)
    const replies = await Promise.all(Array.from({ length: 20 }, () => suite.alice.delete(`/shoots/${shoot.id}`)))
    expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 404),
    ])
    expect(await suite.sql('select type from event where record_id = ? order by seq', shoot.id)).toEqual([
      { type: 'shoot.created' },
      { type: 'shoot.deleted' },
    ])
  })

  it('answers 412 for an outdated ETag, and 404 for a deleted shoot', async () => {
    const shoot = await makeShoot(suite.alice)
    const staleReply = await suite.alice.delete(`/shoots/${shoot.id}`, { 'if-match': '"2020-01-01T00:00:00.000Z"' })
    expect(staleReply).toBeProblem(412, 'precondition_failed')
    expect(staleReply.headers['etag']).toBe(`"${shoot.updated_at}"`)
    expect((await suite.alice.delete(`/shoots/${shoot.id}`, { 'if-match': `"${shoot.updated_at}"` })).status).toBe(200)
    expect((await suite.alice.delete(`/shoots/${shoot.id}`, { 'if-match': '*' })).status).toBe(404)
  })

  it('refuses a body and query parameters', async () => {
    const shoot = await makeShoot(suite.alice)
    const body = await suite.alice.send('DELETE', `/shoots/${shoot.id}`, {
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(body).toBeProblem(400, 'invalid_request')
    expect((await suite.alice.delete(`/shoots/${shoot.id}?force=1`)).faults()).toEqual(['force unknown_parameter'])
    expect((await suite.alice.get(`/shoots/${shoot.id}`)).status).toBe(200)
  })
})
