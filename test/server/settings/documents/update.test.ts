import { describe, expect, it } from 'vitest'
import { documentOf, documentsOf, makeDocument, ownerOf } from '../../api/documents/support.ts'
import { createSettings } from '../../../support/settings.ts'
import { useServer } from '../../../support/suite.ts'

const suite = useServer({ bob: true })
const patch = (id: string, updates: unknown, headers?: Record<string, string>) =>
  ownerOf(suite).patch(`/documents/${id}`, { updates }, headers)

describe('PATCH /documents/{id}', () => {
  it('changes the named fields and nothing else', async () => {
    const document = await makeDocument(ownerOf(suite), { provider: 'Old', expires_on: '2028-01-01', notes: 'same' })
    const reply = await patch(document.id, {
      type: 'insurance',
      title: 'Renewed',
      provider: 'New',
      expires_on: '2029-01-01',
      amount: 12.5,
    })
    const updatedDocument = documentOf(reply)
    expect(reply).toHaveStatus(200)
    expect(updatedDocument).toEqual({
      ...document,
      type: 'insurance',
      title: 'Renewed',
      provider: 'New',
      expires_on: '2029-01-01',
      amount: 12.5,
      updated_at: expect.any(String),
    })
    expect(updatedDocument.updated_at > document.updated_at).toBe(true)
    expect(reply.headers['etag']).toBe(`"${updatedDocument.updated_at}"`)
    expect(documentOf(await suite.alice.get(`/documents/${document.id}`))).toEqual(updatedDocument)
    expect(documentsOf(await suite.alice.get('/documents?type=insurance&expiresFrom=2029-01-01'))).toEqual([
      updatedDocument,
    ])
  })

  it('moves a document to another item with its gear type, or detaches it', async () => {
    const [camera, drone] = [await suite.alice.createItem(), await suite.alice.createItem({ gear_type: 'drone' })]
    const document = await makeDocument(ownerOf(suite), { gear_id: camera.id })
    const movedDocument = documentOf(await patch(document.id, { gear_id: drone.id }))
    expect(movedDocument).toMatchObject({ gear_id: drone.id, gear_type: 'drone' })
    expect(documentsOf(await suite.alice.get(`/documents?gear_id=${drone.id}`))).toEqual([movedDocument])
    expect(documentsOf(await suite.alice.get(`/documents?gear_id=${camera.id}`))).toEqual([])
    expect(documentOf(await patch(document.id, { gear_id: null }))).toMatchObject({ gear_id: null, gear_type: null })
    const events = await suite.sql<{ body: string }>(
      'select body from event where record_id = ? order by seq',
      document.id,
    )
    expect(
      events.map(({ body }) => Object.keys((JSON.parse(body) as { data: { changes: object } }).data.changes)),
    ).toEqual([[], ['gear_id', 'gear_type'], ['gear_id', 'gear_type']])
    await suite.alice.delete(`/gear/${drone.id}`)
    expect((await suite.alice.get(`/documents/${document.id}`)).status).toBe(200)
  })

  it('clears optional fields by null and by blank text', async () => {
    const fullFields = {
      provider: 'P',
      reference_number: 'R',
      issued_on: '2026-01-01',
      expires_on: '2027-01-01',
      amount: 1,
      file_name: 'f',
      notes: 'n',
    }
    const document = await makeDocument(ownerOf(suite), fullFields)
    const clearedFields = {
      provider: '',
      reference_number: null,
      issued_on: null,
      expires_on: null,
      amount: null,
      file_name: ' ',
      notes: null,
    }
    const emptyFields = Object.fromEntries(Object.keys(fullFields).map((field) => [field, null]))
    expect(documentOf(await patch(document.id, clearedFields))).toEqual({
      ...document,
      ...emptyFields,
      updated_at: expect.any(String),
    })
    expect(documentsOf(await suite.alice.get('/documents?expiresFrom=2027-01-01&expiresTo=2027-01-01'))).toEqual([])
  })

  it('answers an update without changes with the unchanged document', async () => {
    const item = await suite.alice.createItem()
    const document = await makeDocument(ownerOf(suite), { gear_id: item.id, notes: 'same' })
    const events = await suite.sql('select count(*) as n from event')
    const reply = await patch(document.id, {
      notes: ' same',
      title: document.title,
      gear_id: item.id.toUpperCase(),
      amount: null,
      provider: '',
    })
    expect(reply).toHaveStatus(200)
    expect({ document: documentOf(reply), etag: reply.headers['etag'] }).toEqual({
      document,
      etag: `"${document.updated_at}"`,
    })
    expect(await suite.sql('select count(*) as n from event')).toEqual(events)
  })

  it.each([
    [{}, ['#/updates required']],
    [{ updates: {} }, ['#/updates empty_updates']],
    [{ updates: { type: null, title: null } }, ['#/updates/title invalid_type', '#/updates/type invalid_type']],
    [
      { updates: { source: 'settings', gear_type: 'lens' } },
      ['#/updates/gear_type unknown_field', '#/updates/source unknown_field'],
    ],
    [{ updates: { gear_id: 'x', amount: '1' } }, ['#/updates/amount invalid_type', '#/updates/gear_id invalid_value']],
    [
      { updates: { issued_on: '2026-02-02', expires_on: '2026-02-01', title: '' } },
      ['#/updates/expires_on invalid_value', '#/updates/title required'],
    ],
    [{ title: 'X' }, ['#/title unknown_field', '#/updates required']],
  ])('refuses %j', async (body, faults) => {
    const document = await makeDocument(ownerOf(suite))
    const reply = await ownerOf(suite).patch(`/documents/${document.id}`, body)
    expect(reply).toHaveFaults(422, faults)
  })

  it('compares a date with the stored one and names the field that was sent', async () => {
    const document = await makeDocument(ownerOf(suite), { issued_on: '2026-03-01', expires_on: '2026-06-01' })
    expect((await patch(document.id, { expires_on: '2026-02-28' })).faults()).toEqual([
      '#/updates/expires_on invalid_value',
    ])
    expect((await patch(document.id, { issued_on: '2026-06-02' })).faults()).toEqual([
      '#/updates/issued_on invalid_value',
    ])
    expect((await patch(document.id, { issued_on: '2026-06-02', expires_on: null })).status).toBe(200)
  })

  it('refuses to change a document that its item manages', async () => {
    const item = await suite.alice.createItem({ warranty_expires_on: '2030-01-01' })
    const [warranty] = documentsOf(await suite.alice.get(`/documents?gear_id=${item.id}`))
    const id = warranty?.id ?? ''
    for (const reply of [
      await patch(id, { notes: 'x' }),
      await patch(id, { title: warranty?.title }),
      await ownerOf(suite).delete(`/documents/${id}`),
    ]) {
      expect(reply).toBeProblem(409, 'managed_by_gear')
      expect(reply.problem().detail).toContain(item.id)
    }
    expect(documentOf(await suite.alice.get(`/documents/${id}`))).toEqual(warranty)
  })

  it('checks in order: body, record, stored dates, reference, precondition, state', async () => {
    const item = await suite.alice.createItem({ warranty_expires_on: '2030-01-01' })
    const [warranty] = documentsOf(await suite.alice.get(`/documents?gear_id=${item.id}`))
    const staleHeaders = { 'if-match': '"stale"' }
    const unknownId = '0192f3a4-0000-7000-8000-000000000000'
    const send = async (id: string, updates: unknown, headers?: Record<string, string>) => {
      const reply = await patch(id, updates, headers)
      return { status: reply.status, code: reply.problem().code }
    }
    const wrongUpdates = { issued_on: '2031-01-01', gear_id: unknownId }
    const id = warranty?.id ?? ''
    expect(await send('none', { ...wrongUpdates, amount: -1 }, staleHeaders)).toEqual({
      status: 422,
      code: 'validation_failed',
    })
    expect(await send('none', wrongUpdates, staleHeaders)).toEqual({ status: 404, code: 'not_found' })
    expect(await send(id, wrongUpdates, staleHeaders)).toEqual({ status: 422, code: 'validation_failed' })
    expect(await send(id, { gear_id: unknownId }, staleHeaders)).toEqual({
      status: 422,
      code: 'gear_reference_invalid',
    })
    expect(await send(id, { notes: 'x' }, staleHeaders)).toEqual({ status: 412, code: 'precondition_failed' })
    expect(await send(id, { notes: 'x' }, { 'if-match': '*' })).toEqual({ status: 409, code: 'managed_by_gear' })
  })

  it('accepts one of many concurrent updates with the same ETag', async () => {
    const document = await makeDocument(ownerOf(suite))
    const headers = { 'if-match': `"${document.updated_at}"` }
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => patch(document.id, { notes: `${index}` }, headers)),
    )
    const acceptedReplies = replies.filter((reply) => reply.status === 200)
    expect({
      acceptedReplyCount: acceptedReplies.length,
      replyCount: replies.filter((reply) => reply.status === 412).length,
    }).toEqual({
      acceptedReplyCount: 1,
      replyCount: 19,
    })
    expect(documentOf(await suite.alice.get(`/documents/${document.id}`))).toEqual(
      acceptedReplies[0] && documentOf(acceptedReplies[0]),
    )
  })

  it('finds no document and no item of another account', async () => {
    const bobOwner = createSettings(suite.server.url, suite.bobAccount.owner_key)
    const [aliceDocument, bobDocument] = [await makeDocument(ownerOf(suite)), await makeDocument(bobOwner)]
    const item = await suite.bob.createItem()
    for (const reply of [
      await patch(bobDocument.id, { title: 'taken' }),
      await bobOwner.patch(`/documents/${aliceDocument.id}`, { updates: { title: 'taken' } }, { 'if-match': '*' }),
      await bobOwner.delete(`/documents/${aliceDocument.id}`),
    ])
      expect(reply).toBeProblem(404, 'not_found')
    expect((await patch(aliceDocument.id, { gear_id: item.id })).problem().code).toBe('gear_reference_invalid')
    expect(documentOf(await ownerOf(suite).get(`/documents/${aliceDocument.id}`))).toEqual(aliceDocument)
  })
})
