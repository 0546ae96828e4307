import { describe, expect, it } from 'vitest'
import { documentOf, documentsOf, makeDocument, ownerOf, documentBody } from '../../api/documents/support.ts'
import { useServer } from '../../../support/suite.ts'

const suite = useServer({ bob: true })

describe('POST /documents', () => {
  it('stores every field; the gear type follows the item', async () => {
    const lens = await suite.alice.createItem({ gear_type: 'lens' })
    const fields = {
      type: 'insurance',
      title: ' Police 4711 ',
      gear_id: lens.id.toUpperCase(),
      provider: 'Allianz',
      reference_number: 'A-1',
      issued_on: '2026-01-01',
      expires_on: '2026-12-31',
      amount: 99.9,
      file_name: 'police.pdf',
      notes: 'one\ntwo',
    }
    const reply = await ownerOf(suite).post('/documents', fields)
    expect(reply.status).toBe(201)
    const document = documentOf(reply)
    expect(document).toEqual({
      ...fields,
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      title: 'Police 4711',
      gear_id: lens.id,
      gear_type: 'lens',
      source: 'settings',
      created_at: document.updated_at,
      updated_at: document.updated_at,
    })
    expect(reply.headers).toMatchObject({
      location: `/settings/v1/documents/${document.id}`,
      etag: `"${document.updated_at}"`,
    })
    expect(documentOf(await ownerOf(suite).get(`/documents/${document.id}`))).toEqual(document)
    expect(documentOf(await suite.alice.get(`/documents/${document.id}`))).toEqual(document)
  })

  it('stores absent fields and blank text as null', async () => {
    const emptyFields = {
      gear_id: null,
      provider: null,
      reference_number: null,
      issued_on: null,
      expires_on: null,
      amount: null,
      file_name: null,
      notes: null,
    }
    const bareDocument = await makeDocument(ownerOf(suite))
    expect(bareDocument).toMatchObject({ ...emptyFields, gear_type: null, type: 'receipt', title: 'Invoice 2026-17' })
    const { id: _, created_at: __, updated_at: ___, ...fields } = bareDocument
    expect(await makeDocument(ownerOf(suite), emptyFields)).toMatchObject(fields)
    expect(await makeDocument(ownerOf(suite), { provider: ' ', file_name: '', notes: '\n' })).toMatchObject(fields)
  })

  it('lists all faults at once, including an end before the start', async () => {
    const reply = await ownerOf(suite).post('/documents', {
      type: 'invoice',
      title: '',
      gear_id: 'x',
      gear_type: 'camera',
      source: 'gear',
      provider: 'p'.repeat(201),
      issued_on: '2026-02-02',
      expires_on: '2026-02-01',
      amount: 1.234,
      file_name: 7,
      notes: 'n'.repeat(10_001),
    })
    expect(reply).toBeProblem(422, 'validation_failed', [
      '#/amount invalid_value',
      '#/expires_on invalid_value',
      '#/file_name invalid_type',
      '#/gear_id invalid_value',
      '#/gear_type unknown_field',
      '#/notes too_long',
      '#/provider too_long',
      '#/source unknown_field',
      '#/title required',
      '#/type invalid_value',
    ])
  })

  it.each([
    [{}, ['#/title required', '#/type required']],
    [{ type: null, title: null }, ['#/title required', '#/type required']],
    [[], ['# invalid_type']],
    [documentBody({ title: 'x'.repeat(201) }), ['#/title too_long']],
    [documentBody({ issued_on: '2026-01-02', expires_on: '2026-01-01' }), ['#/expires_on invalid_value']],
    [documentBody({ issued_on: 'soon', expires_on: '2026-01-01' }), ['#/issued_on invalid_value']],
    [documentBody({ amount: -0.01 }), ['#/amount invalid_value']],
  ])('refuses %j', async (body, faults) => {
    const reply = await ownerOf(suite).post('/documents', body)
    expect(reply).toHaveFaults(422, faults)
  })

  it('lets a document expire on the day it was issued', async () => {
    expect(await makeDocument(ownerOf(suite), { issued_on: '2026-01-01', expires_on: '2026-01-01' })).toMatchObject({
      expires_on: '2026-01-01',
    })
  })

  it('refuses an item that the account does not have', async () => {
    const bobItem = await suite.bob.createItem()
    for (const gear_id of [bobItem.id, '0192f3a4-0000-7000-8000-000000000000']) {
      const reply = await ownerOf(suite).post('/documents', documentBody({ gear_id }))
      expect(reply).toBeProblem(422, 'gear_reference_invalid', ['#/gear_id invalid_value'])
    }
  })

  it('accepts only the owner key', async () => {
    const api = await suite.alice.post('//settings/v1/documents', documentBody())
    expect(api).toBeProblem(401, 'invalid_api_key')
  })

  it('replays its response to the same Idempotency-Key and stores one document', async () => {
    const headers = { 'idempotency-key': 'paper-1' }
    const body = documentBody({ title: 'Only once' })
    const firstReply = await ownerOf(suite).post('/documents', body, headers)
    const secondReply = await ownerOf(suite).post('/documents', body, headers)
    expect({
      status: secondReply.status,
      text: secondReply.text,
      'idempotent-replayed': secondReply.headers['idempotent-replayed'],
    }).toEqual({
      status: 201,
      text: firstReply.text,
      'idempotent-replayed': 'true',
    })
    expect(
      documentsOf(await suite.alice.get('/documents?limit=200')).filter(({ title }) => title === 'Only once'),
    ).toHaveLength(1)
    const otherReply = await ownerOf(suite).post('/documents', documentBody({ title: 'Another' }), headers)
    expect(otherReply.problem().code).toBe('idempotency_key_reused')
  })

  it('adds an audit row and an event', async () => {
    const reply = await ownerOf(suite).post('/documents', documentBody({ title: 'Told' }))
    const request = reply.headers['request-id'] ?? ''
    const [row] = await suite.sql<{ entry: string }>('select entry from audit where request_id = ?', request)
    expect(JSON.parse(row?.entry ?? '{}')).toMatchObject({
      method: 'POST',
      key: expect.stringMatching(/^ok_studio_/),
      object_id: documentOf(reply).id,
      object_type: 'documents',
      status: 201,
    })
    const [event] = await suite.sql<{ type: string; body: string }>(
      'select type, body from event where record_id = ?',
      documentOf(reply).id,
    )
    expect({ type: event?.type, data: (JSON.parse(event?.body ?? '{}') as { data: unknown }).data }).toEqual({
      type: 'document.created',
      data: {
        record: documentOf(reply),
        changes: {},
        request_id: request,
        actor: { kind: 'owner', id: expect.any(String) },
      },
    })
  })
})
