import { describe, expect, it } from 'vitest'
import { documentOf, documentsOf, makeDocument, ownerOf } from '../../api/documents/support.ts'
import { useServer } from '../../../support/suite.ts'

const suite = useServer()

describe('DELETE /documents/{id}', () => {
  it('removes the document and nothing else', async () => {
    const item = await suite.alice.createItem({ warranty_expires_on: '2030-01-01' })
    const document = await makeDocument(ownerOf(suite), { gear_id: item.id, type: 'warranty' })
    const reply = await ownerOf(suite).delete(`/documents/${document.id}`)
    expect(reply).toHaveStatus(200)
    expect(reply.item()).toEqual({ id: document.id, deleted: true })
    for (const reply of [
      await ownerOf(suite).delete(`/documents/${document.id}`),
      await suite.alice.get(`/documents/${document.id}`),
    ])
      expect(reply.status).toBe(404)
    expect(documentsOf(await suite.alice.get('/documents')).map(({ source }) => source)).toEqual(['gear'])
    const events = await suite.sql('select type from event where record_id = ? order by seq', document.id)
    expect(events).toEqual([{ type: 'document.created' }, { type: 'document.deleted' }])
  })

  it('honours If-Match, and deletes once under concurrent requests', async () => {
    const document = await makeDocument(ownerOf(suite))
    const path = `/documents/${document.id}`
    expect((await ownerOf(suite).delete(path, { 'if-match': '"stale"' })).status).toBe(412)
    expect(documentOf(await ownerOf(suite).get(path))).toEqual(document)
    const replies = await Promise.all(Array.from({ length: 10 }, () => ownerOf(suite).delete(path)))
    expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', ...Array<string>(9).fill('404')])
  })
})

describe('DELETE /gear/{id}', () => {
  it('deletes the item’s warranty and documents too, with an event each', async () => {
    const [item, otherItem] = [
      await suite.alice.createItem({ warranty_expires_on: '2030-01-01' }),
      await suite.alice.createItem(),
    ]
    const itemDocuments = [
      await makeDocument(ownerOf(suite), { gear_id: item.id }),
      await makeDocument(ownerOf(suite), { gear_id: item.id, type: 'user_manual' }),
    ]
    const otherDocuments = [
      await makeDocument(ownerOf(suite), { gear_id: otherItem.id }),
      await makeDocument(ownerOf(suite)),
    ]
    const documentsBefore = documentsOf(await suite.alice.get('/documents'))
    const reply = await suite.alice.delete(`/gear/${item.id}`)
    expect(reply.item()['cleaned']).toEqual({ maintenance: 0, documents: 3 })
    const remainingDocuments = await suite.alice.get('/documents')
    expect(documentsOf(remainingDocuments)).toEqual(documentsBefore.filter((document) => document.gear_id !== item.id))
    expect(remainingDocuments.pagination().total).toBe(documentsBefore.length - 3)
    for (const document of otherDocuments) expect(documentsOf(remainingDocuments)).toContainEqual(document)
    const events = await suite.sql<{ body: string }>('select body from event where type = ?', 'document.deleted')
    const ownEvents = events
      .map(({ body }) => (JSON.parse(body) as { data: { record: { id: string }; request_id: string } }).data)
      .filter((data) => data.request_id === reply.headers['request-id'])
    expect(ownEvents).toHaveLength(3)
    expect(ownEvents.map(({ record }) => record)).toEqual(expect.arrayContaining(itemDocuments))
  })
})
