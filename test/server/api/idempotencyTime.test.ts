import { describe, expect, it } from 'vitest'
import { camera } from '../../support/api.ts'
import { useServer } from '../../support/suite.ts'

const suite = useServer({ fakeClock: true })
const HOUR_MS = 60 * 60 * 1000

describe('the retention of an Idempotency-Key', () => {
  it('is 24 hours; then the key counts as new', async () => {
    const key = { 'idempotency-key': 'day' }
    const firstReply = await suite.alice.post('/gear', camera(), key)
    suite.clock.move(24 * HOUR_MS - 1)
    const replayedReply = await suite.alice.post('/gear', camera(), key)
    expect({ text: replayedReply.text, 'idempotent-replayed': replayedReply.headers['idempotent-replayed'] }).toEqual({
      text: firstReply.text,
      'idempotent-replayed': 'true',
    })
    suite.clock.move(1)
    const secondReply = await suite.alice.post('/gear', camera({ notes: 'another body' }), key)
    expect(secondReply).toHaveStatus(201)
    expect(secondReply.headers['idempotent-replayed']).toBe(undefined)
    expect(secondReply.item().id).not.toBe(firstReply.item().id)
    suite.clock.move(24 * HOUR_MS - 1)
    expect((await suite.alice.post('/gear', camera({ notes: 'another body' }), key)).text).toBe(secondReply.text)
  })
})

describe('a clock that stands still or jumps back', () => {
  it('still gives increasing timestamps and ids', async () => {
    const firstItem = await suite.alice.createItem()
    const secondItem = await suite.alice.createItem()
    suite.clock.move(-1 * HOUR_MS)
    const thirdItem = await suite.alice.createItem()
    expect([firstItem.id, secondItem.id, thirdItem.id]).toEqual([firstItem.id, secondItem.id, thirdItem.id].toSorted())
    expect(thirdItem.created_at >= secondItem.created_at).toBe(true)
    const timestamps = [secondItem.updated_at]
    for (let count = 0; count < 5; count++)
      timestamps.push(
        (await suite.alice.patch(`/gear/${secondItem.id}`, { updates: { shutter_count: count } })).item().updated_at,
      )
    expect(new Set(timestamps).size).toBe(6)
    expect(timestamps).toEqual(timestamps.toSorted())
    expect((await suite.alice.get('/gear?limit=3')).items().map((item) => item.id)).toEqual([
      thirdItem.id,
      secondItem.id,
      firstItem.id,
    ])
  })
})
