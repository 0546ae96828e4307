import { describe, expect, it } from 'vitest'
import { EventBody } from '../../../../contract/events.ts'
import type { Item } from '../../../support/api.ts'
import { openHousekeeper } from '../../../support/housekeeping.ts'
import { useServer } from '../../../support/suite.ts'

const suite = useServer({ fakeClock: true, bob: true })
const DAY_MS = 24 * 60 * 60 * 1000

const idsOf = async (path: string): Promise<string[]> => (await suite.alice.get(path)).items().map(({ id }) => id)

async function addMaintenance(item: Item, notes: string): Promise<Item> {
  const record = {
    item_type: item.gear_type,
    item_id: item.id,
    service_type: 'Sensor cleaning',
    service_date: '2026-05-01',
    notes,
  }
  return (await suite.alice.post('/maintenance', record)).item()
}

const withoutUpdatedAt = (record: Item): object => ({ ...record, updated_at: null })

async function counts(): Promise<object> {
  return { ...(await suite.alice.get('/analytics')).item(), generated_at: null }
}

const restore = (id: string) => suite.alice.send('POST', `/gear/${id}/restore`)

describe('POST /gear/{id}/restore', () => {
  it('restores the item, its maintenance and its documents with their ids, timestamps and list positions', async () => {
    const firstItem = await suite.alice.createItem({ model: 'first' })
    const longText = '📷'.repeat(5000)
    const item = await suite.alice.createItem({
      model: 'middle',
      asset_tag: 'MID',
      notes: longText,
      warranty_expires_on: '2030-05-01',
    })
    const lastItem = await suite.alice.createItem({ model: 'last' })
    const services = [await addMaintenance(item, longText), await addMaintenance(item, 'short')]
    const [warranty] = (await suite.alice.get(`/documents?gear_id=${item.id}`)).items()
    const analytics = await counts()
    suite.clock.move(1000)
    await suite.alice.delete(`/gear/${item.id}`)
    suite.clock.move(1000)

    const reply = await restore(item.id)
    expect(reply).toHaveStatus(200)
    expect((JSON.parse(reply.text) as { restored: unknown }).restored).toEqual({ maintenance: 2, documents: 1 })
    const restored = reply.item()
    expect(withoutUpdatedAt(restored)).toEqual(withoutUpdatedAt(item))
    expect(restored.updated_at > item.updated_at).toBe(true)
    expect((await suite.alice.get(`/gear/${item.id}`)).item()).toEqual(restored)
    expect(await idsOf('/gear')).toEqual([lastItem.id, item.id, firstItem.id])
    expect(await idsOf('/gear?offset=1&limit=1')).toEqual([item.id])
    expect(await idsOf('/gear?q=middle')).toEqual([item.id])
    for (const service of services)
      expect(withoutUpdatedAt((await suite.alice.get(`/maintenance/${service.id}`)).item())).toEqual(
        withoutUpdatedAt(service),
      )
    expect(withoutUpdatedAt((await suite.alice.get(`/documents/${warranty?.id}`)).item())).toEqual(
      withoutUpdatedAt(warranty as Item),
    )
    expect(await counts()).toEqual(analytics)

    const events = (await suite.sql<{ body: string }>('select body from event order by seq')).map(({ body }) =>
      EventBody.parse(JSON.parse(body)),
    )
    const createdRecords = events
      .filter((event) => event.data.request_id === reply.headers['request-id'])
      .map(({ type, data }) => [type, data.record['id']])
    expect(createdRecords).toEqual([
      ['gear.created', item.id],
      ...services.map(({ id }) => ['maintenance.created', id]),
      ['document.created', warranty?.id],
    ])
  })

  it('succeeds once per deletion', async () => {
    const item = await suite.alice.createItem()
    await suite.alice.delete(`/gear/${item.id}`)
    const replies = await Promise.all(Array.from({ length: 10 }, () => restore(item.id)))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 404),
    ])
    await suite.alice.delete(`/gear/${item.id}`)
    expect((await restore(item.id)).status).toBe(200)
  })

  it('refuses when the asset tag was taken meanwhile, and restores nothing', async () => {
    const item = await suite.alice.createItem({ asset_tag: 'CAM-1', warranty_expires_on: '2030-05-01' })
    await suite.alice.delete(`/gear/${item.id}`)
    const otherItem = await suite.alice.createItem({ asset_tag: 'cam-1' })
    const refusedReply = await restore(item.id)
    expect(refusedReply).toBeProblem(409, 'asset_tag_taken')
    expect((await suite.alice.get(`/documents?gear_id=${item.id}`)).items()).toEqual([])
    await suite.alice.patch(`/gear/${otherItem.id}`, { updates: { asset_tag: null } })
    expect((await restore(item.id)).status).toBe(200)
  })

  it('answers 404 for an item that exists, one of another account and an unknown id', async () => {
    const item = await suite.alice.createItem()
    const bobItem = await suite.bob.createItem()
    await suite.bob.delete(`/gear/${bobItem.id}`)
    for (const id of [item.id, bobItem.id, 'none']) expect((await restore(id)).problem().code).toBe('not_found')
  })

  it('works as long as events are retained', async () => {
    const [youngItem, oldItem] = [
      await suite.alice.createItem(),
      await suite.alice.createItem({ warranty_expires_on: '2030-05-01' }),
    ]
    await suite.alice.delete(`/gear/${oldItem.id}`)
    suite.clock.move(60 * DAY_MS)
    const deletedBefore = await suite.sql('select id from deleted_record')
    await suite.alice.delete(`/gear/${youngItem.id}`)
    suite.clock.move(31 * DAY_MS)
    await using otherHousekeeper = await openHousekeeper(suite.folder.databaseFile, suite.clock)
    expect((await otherHousekeeper.housekeeping.run('deleted')).counts).toEqual({ deleted: deletedBefore.length })
    expect((await restore(oldItem.id)).status).toBe(404)
    expect((await restore(youngItem.id)).status).toBe(200)
  })
})
