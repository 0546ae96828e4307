import { describe, expect, it } from 'vitest'
import { useServer } from '../../support/suite.ts'

const suite = useServer()

const PER_REQUEST = new Set(['request-id', 'date', 'connection', 'keep-alive'])

describe('HEAD', () => {
  it('returns the headers of GET without the body', async () => {
    const item = await suite.alice.createItem()
    for (const path of [
      '/gear',
      '/gear?type=camera&limit=1',
      `/gear/${item.id}`,
      '/profile',
      '//healthz',
      '//api/v1/openapi.json',
    ]) {
      const getReply = await suite.alice.get(path)
      const headReply = await suite.alice.send('HEAD', path)
      const stable = (headers: Readonly<Record<string, string>>): object =>
        Object.fromEntries(Object.entries(headers).filter(([name]) => !PER_REQUEST.has(name)))
      expect({ status: headReply.status, stable: stable(headReply.headers) }).toEqual({
        status: 200,
        stable: stable(getReply.headers),
      })
      expect(headReply.text).toBe('')
    }
  })

  it('answers what GET would: 304, 400, 401, 403 and 404', async () => {
    const item = await suite.alice.createItem()
    expect(
      (await suite.alice.send('HEAD', `/gear/${item.id}`, { headers: { 'if-none-match': `"${item.updated_at}"` } }))
        .status,
    ).toBe(304)
    expect((await suite.alice.send('HEAD', '/gear?limit=0')).status).toBe(400)
    expect((await suite.alice.as(undefined).send('HEAD', '/gear')).status).toBe(401)
    expect((await suite.alice.send('HEAD', '/gear/none')).status).toBe(404)
  })
})
