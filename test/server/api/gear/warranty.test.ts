import { describe, expect, it } from 'vitest'
import { useServer } from '../../../support/suite.ts'

const suite = useServer()

interface Document {
  id: string
  expires_on: string
  title: string
  provider: string | null
  updated_at: string
}

const documentsOf = async (gear: string): Promise<Document[]> =>
  (await suite.sql<{ record: string }>('select record from document where gear_id = ? order by id', gear)).map(
    (row) => JSON.parse(row.record) as Document,
  )

const eventsOf = async (id: string): Promise<{ type: string; changes: object }[]> =>
  (
    await suite.sql<{ type: string; body: string }>('select type, body from event where record_id = ? order by seq', id)
  ).map(({ type, body }) => ({
    type,
    changes: (JSON.parse(body) as { data: { changes: object } }).data.changes,
  }))

describe('the warranty document of an item', () => {
  it('is created with the item, follows its changes under one id, and is deleted with the date', async () => {
    const item = await suite.alice.createItem({ warranty_expires_on: '2030-05-01', warranty_provider: 'Canon' })
    const path = `/gear/${item.id}`
    const [madeDocument, ...more] = await documentsOf(item.id)
    expect(more).toEqual([])
    expect(madeDocument).toEqual({
      id: expect.any(String),
      type: 'warranty',
      title: 'Warranty: Canon EOS R5',
      gear_id: item.id,
      gear_type: 'camera',
      provider: 'Canon',
      reference_number: null,
      issued_on: null,
      expires_on: '2030-05-01',
      amount: null,
      file_name: null,
      notes: null,
      source: 'gear',
      created_at: item.created_at,
      updated_at: item.created_at,
    })
    await suite.alice.patch(path, { updates: { warranty_expires_on: '2031-05-01' } })
    await suite.alice.patch(path, { updates: { brand: 'Nikon', warranty_provider: null } })
    await suite.alice.patch(path, { updates: { notes: 'no matter to the warranty' } })
    const [movedDocument, ...otherDocuments] = await documentsOf(item.id)
    expect(otherDocuments).toEqual([])
    expect(movedDocument).toMatchObject({
      id: madeDocument?.id,
      expires_on: '2031-05-01',
      title: 'Warranty: Nikon EOS R5',
      provider: null,
      created_at: item.created_at,
    })
    await suite.alice.patch(path, { updates: { warranty_expires_on: null } })
    expect(await documentsOf(item.id)).toEqual([])
    expect(await eventsOf(madeDocument?.id ?? '')).toEqual([
      { type: 'document.created', changes: {} },
      { type: 'document.updated', changes: { expires_on: { from: '2030-05-01', to: '2031-05-01' } } },
      {
        type: 'document.updated',
        changes: {
          title: { from: 'Warranty: Canon EOS R5', to: 'Warranty: Nikon EOS R5' },
          provider: { from: 'Canon', to: null },
        },
      },
      { type: 'document.deleted', changes: {} },
    ])
  })

  it('is a new document when the date is set again', async () => {
    const item = await suite.alice.createItem({ warranty_expires_on: '2030-05-01' })
    const [firstDocument] = await documentsOf(item.id)
    await suite.alice.patch(`/gear/${item.id}`, { updates: { warranty_expires_on: null } })
    await suite.alice.patch(`/gear/${item.id}`, { updates: { warranty_expires_on: '2032-01-01' } })
    const [secondDocument] = await documentsOf(item.id)
    expect(secondDocument?.id).not.toBe(firstDocument?.id)
  })

  it('does not exist without a date, even with a provider', async () => {
    const item = await suite.alice.createItem({ warranty_provider: 'Canon' })
    expect(await documentsOf(item.id)).toEqual([])
    await suite.alice.patch(`/gear/${item.id}`, { updates: { warranty_provider: 'Nikon' } })
    expect(await documentsOf(item.id)).toEqual([])
  })

  it('does not change with a refused request', async () => {
    await suite.alice.createItem({ asset_tag: 'W-1' })
    const item = await suite.alice.createItem({ warranty_expires_on: '2030-05-01' })
    const documentsBefore = await documentsOf(item.id)
    const refusedReply = await suite.alice.patch(`/gear/${item.id}`, {
      updates: { asset_tag: 'w-1', warranty_expires_on: '2035-01-01' },
    })
    expect(refusedReply.status).toBe(409)
    expect(await documentsOf(item.id)).toEqual(documentsBefore)
  })

  it('has a title with room for the longest names', async () => {
    const item = await suite.alice.createItem({
      brand: 'b'.repeat(120),
      model: '📷'.repeat(120),
      warranty_expires_on: '2030-05-01',
    })
    expect((await documentsOf(item.id))[0]?.title).toBe(`Warranty: ${item.brand} ${item.model}`)
  })
})
