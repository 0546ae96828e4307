import { beforeAll, describe, expect, it } from 'vitest'
import type { Operation } from '../../../contract/operation.ts'
import { operations } from '../../../contract/api/operations.ts'
import { SETTINGS_BASE, settingsOperations } from '../../../contract/settings/operations.ts'
import { camera, type Api, type Reply } from '../../support/api.ts'
import { useServer } from '../../support/suite.ts'

// One account sends requests with every id of another, in paths, bodies and filters.

const suite = useServer({ bob: true })
const unknownId = '0192f3a4-0000-7000-8000-000000000000'
const json = { 'content-type': 'application/json' }

const owner = (): Api => suite.alice.as(suite.aliceAccount.owner_key)
const otherOwner = (): Api => suite.bob.as(suite.bobAccount.owner_key)
const settings = (path: string): string => `/${SETTINGS_BASE}${path}`

/** Ids of Alice's records, by kind. */
let ids: Record<string, string> = {}

const idOf = (reply: Reply): string => {
  if (reply.status !== 201) throw new Error(`not idOf: ${reply.text}`)
  return reply.item().id
}

beforeAll(async () => {
  const gear = (
    await suite.alice.createItem({
      asset_tag: 'TENANT-1',
      serial_number: 'S-TENANT',
      warranty_expires_on: '2030-01-01',
    })
  ).id
  const maintenanceBody = {
    item_type: 'camera',
    item_id: gear,
    service_type: 'Sensor cleaning',
    service_date: '2027-01-01',
  }
  ids = {
    gear,
    shoot: idOf(await suite.alice.post('/shoots', { title: 'Wedding', shoot_date: '2027-01-01', location: 'Berlin' })),
    maintenance: idOf(await suite.alice.post('/maintenance', maintenanceBody)),
    warranty: (await suite.alice.get('/documents')).items()[0]?.id ?? '',
    document: idOf(await owner().post(settings('/documents'), { type: 'receipt', title: 'Invoice 7', gear_id: gear })),
    key: idOf(await owner().post(settings('/keys'), { name: 'Dashboard', scopes: ['gear:read'] })),
    webhook: idOf(
      await owner().post(settings('/webhooks'), { url: 'https://hooks.studio.example/alice', events: ['*'] }),
    ),
    field: idOf(await owner().post(settings('/fields'), { name: 'supplier', label: 'Supplier', type: 'text' })),
    category: idOf(await owner().post(settings('/categories'), { name: 'mixer', label: 'Mixer' })),
    account: suite.aliceAccount.account_id,
  }
})

/** A body for each operation that would be accepted with an id of the caller. */
const bodies: Record<string, unknown> = {
  updateGear: { updates: { notes: 'mine now' } },
  updateShoot: { updates: { title: 'mine now' } },
  updateMaintenance: { updates: { notes: 'mine now' } },
  updateDocument: { updates: { title: 'mine now' } },
  rotateKey: { overlap_seconds: 0 },
  updateWebhook: { updates: { url: 'https://hooks.studio.example/mine-now' } },
  rotateWebhookSecret: { overlap_seconds: 0 },
  testWebhook: {},
  updateCategory: { updates: { label: 'mine now' } },
  updateField: { updates: { label: 'mine now' } },
  replayWebhook: { since: new Date().toISOString() },
}

function call(api: Api, basePath: string, operation: Operation, id: string): Promise<Reply> {
  const path = basePath + operation.path.replace('{id}', id)
  if (operation.body === undefined) return api.send(operation.method, path)
  if (!(operation.id in bodies)) throw new Error(`say what body to try ${operation.id} with`)
  return api.send(operation.method, path, { headers: json, body: JSON.stringify(bodies[operation.id]) })
}

/** The parts of an answer that a client can compare, without those that differ for every request. */
const comparableParts = (reply: Reply, id: string): unknown => {
  const { request_id: _, instance: __, ...problem } = reply.problem()
  const { 'request-id': ___, date: ____, ratelimit: _____, ...headers } = reply.headers
  return [reply.status, JSON.stringify(problem).replaceAll(id, '…'), headers]
}

async function readEverything(): Promise<string[]> {
  const lists = ['/gear', '/shoots', '/maintenance', '/documents', '/profile']
  const texts = await Promise.all(lists.map(async (path) => (await suite.alice.get(path)).text))
  const settingsTexts = await Promise.all(
    ['/keys', '/documents', '/profile', '/webhooks', '/fields', '/categories'].map(
      async (path) => (await owner().get(settings(path))).text,
    ),
  )
  // The last use of a key changes with every request.
  return [...texts, ...settingsTexts].map((text) => text.replaceAll(/"last_used_(?:at|ip)":(?:"[^"]*"|null)/g, ''))
}

const withId = (list: readonly Operation[]): Operation[] => list.filter((operation) => operation.path.includes('{id}'))

describe('an id of another account', () => {
  it('gets the answer of an unknown id from every operation', async () => {
    const textsBefore = await readEverything()
    const planes = [
      { api: suite.bob, base: '', list: withId(operations) },
      { api: otherOwner(), base: settings(''), list: withId(settingsOperations) },
    ]
    for (const { api, base: basePath, list } of planes) {
      expect(list.length).toBeGreaterThan(3)
      for (const operation of list) {
        const unknownReply = comparableParts(await call(api, basePath, operation, unknownId), unknownId)
        for (const id of Object.values(ids)) {
          const reply = await call(api, basePath, operation, id)
          expect({ id: operation.id, status: reply.status, code: reply.problem().code }).toEqual({
            id: operation.id,
            status: 404,
            code: 'not_found',
          })
          expect(comparableParts(reply, id)).toEqual(unknownReply)
          expect(reply.text).not.toContain('Wedding')
        }
      }
    }
    expect(await readEverything()).toEqual(textsBefore)
  })

  it('is refused as a reference to gear', async () => {
    const maintenanceBody = { item_type: 'camera', service_type: 'Repair', service_date: '2027-01-01' }
    const bobItemId = (await suite.bob.createItem()).id
    const ownRecordId = idOf(await suite.bob.post('/maintenance', { ...maintenanceBody, item_id: bobItemId }))
    const ownDocumentId = idOf(await otherOwner().post(settings('/documents'), { type: 'receipt', title: 'Mine' }))
    const attempts = (id: string): Promise<Reply>[] => [
      suite.bob.post('/maintenance', { ...maintenanceBody, item_id: id }),
      suite.bob.patch(`/maintenance/${ownRecordId}`, { updates: { item_id: id } }),
      otherOwner().post(settings('/documents'), { type: 'receipt', title: 'Theirs', gear_id: id }),
      otherOwner().patch(settings(`/documents/${ownDocumentId}`), { updates: { gear_id: id } }),
    ]
    const unknownReplies = (await Promise.all(attempts(unknownId))).map((reply) => comparableParts(reply, unknownId))
    for (const id of Object.values(ids)) {
      const replies = await Promise.all(attempts(id))
      expect(replies.map((reply) => [reply.status, reply.problem().code])).toEqual(
        replies.map(() => [422, 'gear_reference_invalid']),
      )
      expect(replies.map((reply) => comparableParts(reply, id))).toEqual(unknownReplies)
    }
  })

  it('finds nothing as a filter', async () => {
    const request = (await suite.alice.get('/gear')).headers['request-id'] ?? ''
    for (const path of [
      `/maintenance?item_id=${ids['gear']}`,
      `/documents?gear_id=${ids['gear']}`,
      '/gear?asset_tag=TENANT-1',
      '/gear?serial_number=S-TENANT',
      '/shoots?q=wedding',
    ]) {
      const reply = await suite.bob.get(path)
      expect({ path, status: reply.status, items: reply.items(), total: reply.pagination().total }).toEqual({
        path,
        status: 200,
        items: [],
        total: 0,
      })
    }
    for (const filter of [`key_id=${ids['key']}`, `request_id=${request}`])
      expect((await otherOwner().get(settings(`/audit?${filter}`))).items()).toEqual([])
    // The other account's log has the id only in its own refused requests.
    const attempts = (await otherOwner().get(settings(`/audit?object_id=${ids['gear']}&limit=200`))).items()
    expect(attempts.filter((entry) => Number(entry.status) !== 404)).toEqual([])
    expect((await otherOwner().get(settings(`/events?object_id=${ids['gear']}`))).items()).toEqual([])
  })

  it('does not share asset tags, Idempotency-Keys or figures with this one', async () => {
    expect((await suite.bob.post('/gear', camera({ asset_tag: 'tenant-1' }))).status).toBe(201)
    const headers = { 'idempotency-key': 'shared-by-chance' }
    const aliceReply = await suite.alice.post('/gear', camera({ notes: 'of Alice' }), headers)
    const bobReply = await suite.bob.post('/gear', camera({ notes: 'of another' }), headers)
    expect({
      aliceStatus: aliceReply.status,
      bobStatus: bobReply.status,
      'idempotent-replayed': bobReply.headers['idempotent-replayed'],
    }).toEqual({
      aliceStatus: 201,
      bobStatus: 201,
      'idempotent-replayed': undefined,
    })
    const figures = async (api: Api): Promise<unknown> =>
      (JSON.parse((await api.get('/analytics')).text) as { data: { shoots: unknown } }).data.shoots
    expect(await figures(suite.alice)).toMatchObject({ total: 1 })
    expect(await figures(suite.bob)).toMatchObject({ total: 0 })
  })
})
