import { describe, expect, it } from 'vitest'
import { useServer } from '../../../support/suite.ts'

const suite = useServer({ bob: true })

describe('GET /gear/{id}', () => {
  it('returns the record with its ETag and cache headers', async () => {
    const item = await suite.alice.createItem({ notes: 'Grüße 📷' })
    const reply = await suite.alice.get(`/gear/${item.id}`)
    expect(reply.status).toBe(200)
    expect(reply.item()).toEqual(item)
    expect(reply.headers).toMatchObject({
      etag: `"${item.updated_at}"`,
      'cache-control': 'private, no-cache',
      vary: 'Authorization, Accept',
    })
    expect(reply.headers['content-length']).toBe(String(Buffer.byteLength(reply.text)))
  })

  it('accepts an id in capitals', async () => {
    const item = await suite.alice.createItem()
    expect((await suite.alice.get(`/gear/${item.id.toUpperCase()}`)).item()).toEqual(item)
  })

  it.each([
    '0192f3a4-0000-7000-8000-000000000000',
    'nothing',
    '1',
    '%20',
    'a%2Fb',
    "'--",
    '0192f3a4-0000-7000-8000-00000000000',
    'x'.repeat(4000),
  ])('answers 404 for the id %s', async (id) => {
    for (const reply of [
      await suite.alice.get(`/gear/${id}`),
      await suite.alice.delete(`/gear/${id}`),
      await suite.alice.patch(`/gear/${id}`, { updates: { model: 'X' } }),
    ])
      expect(reply).toBeProblem(404, 'not_found')
  })

  it('answers 404 for a record of another account, with the same text as for an unknown id', async () => {
    const aliceItem = await suite.alice.createItem({ asset_tag: 'MINE' })
    const bobItem = await suite.bob.createItem()
    const withoutIds = (text: string): string => text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
    const unknownText = withoutIds((await suite.alice.get('/gear/0192f3a4-0000-7000-8000-000000000000')).text)
    for (const [caller, id] of [
      [suite.alice, bobItem.id],
      [suite.bob, aliceItem.id],
    ] as const) {
      const replies = [
        await caller.get(`/gear/${id}`),
        await caller.patch(`/gear/${id}`, { updates: { notes: 'taken' } }),
        await caller.delete(`/gear/${id}`),
        await caller.patch(`/gear/${id}`, { updates: { notes: 'taken' } }, { 'if-match': '*' }),
      ]
      for (const reply of replies) {
        expect(reply).toHaveStatus(404)
        expect(withoutIds(reply.text)).toEqual(unknownText)
      }
    }
    expect((await suite.alice.get(`/gear/${aliceItem.id}`)).item()).toEqual(aliceItem)
    expect((await suite.bob.get(`/gear/${bobItem.id}`)).item()).toEqual(bobItem)
  })

  it('refuses query parameters', async () => {
    const item = await suite.alice.createItem()
    const reply = await suite.alice.get(`/gear/${item.id}?fields=id`)
    expect(reply).toHaveFaults(400, ['fields unknown_parameter'])
  })
})
