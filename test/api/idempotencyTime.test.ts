import { describe, expect, it } from 'vitest'
import { camera } from '../support/api.ts'
import { useServer } from '../support/suite.ts'

const suite = useServer({ fakeClock: true })
const HOUR_MS = 60 * 60 * 1000

describe('the retention of an Idempotency-Key', () => {
  it('is 24 hours; then the key counts as new', async () => {
    const key = { 'idempotency-key': 'day' }
    const first = await suite.alice.post('/gear', camera(), key)
    suite.clock.move(24 * HOUR_MS - 1)
    const replayed = await suite.alice.post('/gear', camera(), key)
    expect([replayed.text, replayed.headers['idempotent-replayed']]).toEqual([first.text, 'true'])
    suite.clock.move(1)
    const second = await suite.alice.post('/gear', camera({ notes: 'another body' }), key)
    expect([second.status, second.headers['idempotent-replayed']]).toEqual([201, undefined])
    expect(second.item().id).not.toBe(first.item().id)
    suite.clock.move(24 * HOUR_MS - 1)
    expect((await suite.alice.post('/gear', camera({ notes: 'another body' }), key)).text).toBe(second.text)
  })
})

describe('a clock that stands still or jumps back', () => {
  it('still gives increasing timestamps and ids', async () => {
    const one = await suite.alice.make()
    const two = await suite.alice.make()
    suite.clock.move(-1 * HOUR_MS)
    const three = await suite.alice.make()
    expect([one.id, two.id, three.id]).toEqual([one.id, two.id, three.id].toSorted())
    expect(three.created_at >= two.created_at).toBe(true)
    const timestamps = [two.updated_at]
    for (let count = 0; count < 5; count++)
      timestamps.push((await suite.alice.patch(`/gear/${two.id}`, { updates: { shutter_count: count } })).item().updated_at)
    expect(new Set(timestamps).size).toBe(6)
    expect(timestamps).toEqual(timestamps.toSorted())
    expect((await suite.alice.get('/gear?limit=3')).items().map((item) => item.id)).toEqual([three.id, two.id, one.id])
  })
})
