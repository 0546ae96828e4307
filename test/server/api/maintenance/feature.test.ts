import { beforeAll, describe, expect, it } from 'vitest'
import type { Item, Reply } from '../../../support/api.ts'
import { addKey } from '../../../support/account.ts'
import { createSettings } from '../../../support/settings.ts'
import { useServer } from '../../../support/suite.ts'
import { makeService, recordOf, maintenanceBody } from './support.ts'

const suite = useServer()
const tiers = ['free', 'pro', 'studio']
const statuses = ['active', 'trialing', 'past_due', 'canceled']
const includes = (tier: string, status: string): boolean => tier !== 'free' && ['active', 'trialing'].includes(status)

let item: Item
let id: string

const subscribe = async (updates: Record<string, string>): Promise<void> => {
  const settings = createSettings(suite.server.url, suite.aliceAccount.owner_key)
  expect((await settings.patch('/subscription', { updates })).status).toBe(200)
}

beforeAll(async () => {
  item = await suite.alice.createItem()
  id = (await makeService(suite.alice, item)).id
})

const expectRefused = (reply: Reply): void => expect(reply).toBeProblem(403, 'feature_not_available')

const subscriptions = tiers.flatMap((tier) => statuses.map((status) => [tier, status] as const))

const tryAll = async (): Promise<{ created: Reply; changed: Reply; read: Reply }> => {
  const createdReply = await suite.alice.post('/maintenance', maintenanceBody(item))
  const changedReply = await suite.alice.patch(`/maintenance/${id}`, { updates: { notes: `${Math.random()}` } })
  const readReply = await suite.alice.get(`/maintenance/${id}`)
  expect(
    { readStatus: readReply.status, aliceStatus: (await suite.alice.get('/maintenance')).status },
    'reading is always allowed',
  ).toEqual({
    readStatus: 200,
    aliceStatus: 200,
  })
  return { created: createdReply, changed: changedReply, read: readReply }
}

describe('the feature maintenance', () => {
  it.each(subscriptions.filter(([tier, status]) => includes(tier, status)))(
    'is available with tier %s and status %s',
    async (tier, status) => {
      await subscribe({ tier, status })
      const { created: createdReply, changed: changedReply, read: readReply } = await tryAll()
      expect({
        createdStatus: createdReply.status,
        changedStatus: changedReply.status,
        record: recordOf(readReply),
      }).toEqual({
        createdStatus: 201,
        changedStatus: 200,
        record: recordOf(changedReply),
      })
      expect((await suite.alice.delete(`/maintenance/${recordOf(createdReply).id}`)).status).toBe(200)
    },
  )

  it.each(subscriptions.filter(([tier, status]) => !includes(tier, status)))(
    'is not available with tier %s and status %s',
    async (tier, status) => {
      const recordBefore = recordOf(await suite.alice.get(`/maintenance/${id}`))
      await subscribe({ tier, status })
      const { created: createdReply, changed: changedReply, read: readReply } = await tryAll()
      for (const reply of [createdReply, changedReply, await suite.alice.delete(`/maintenance/${id}`)])
        expectRefused(reply)
      expect(recordOf(readReply)).toEqual(recordBefore)
    },
  )

  it('is checked right after the scope, before the rest of the request', async () => {
    await subscribe({ tier: 'free', status: 'active' })
    for (const reply of [
      await suite.alice.post('/maintenance', {}),
      await suite.alice.send('POST', '/maintenance', { headers: { 'content-type': 'text/plain' }, body: '{' }),
      await suite.alice.patch('/maintenance/none', { updates: {} }),
      await suite.alice.delete('/maintenance/none', { 'if-match': '"stale"' }),
    ])
      expectRefused(reply)
    const reader = await addKey(suite.folder.databaseFile, suite.aliceAccount.account_id, {
      scopes: ['maintenance:read'],
    })
    expect((await suite.alice.as(reader).post('/maintenance', {})).problem().code).toBe('insufficient_scope')
  })

  it('does not limit gear, whose deletion still removes maintenance records', async () => {
    await subscribe({ tier: 'pro' })
    const otherItem = await suite.alice.createItem()
    await makeService(suite.alice, otherItem)
    await subscribe({ tier: 'free' })
    expect((await suite.alice.patch(`/gear/${otherItem.id}`, { updates: { status: 'maintenance' } })).status).toBe(200)
    expect((await suite.alice.delete(`/gear/${otherItem.id}`)).item()['cleaned']).toEqual({
      maintenance: 1,
      documents: 0,
    })
  })

  it('changes immediately, also when another process changes the subscription', async () => {
    const set = (tier: string) =>
      suite.sql('update profile set subscription_tier = ? where account_id = ?', tier, suite.aliceAccount.account_id)
    for (let round = 0; round < 3; round++) {
      await set('free')
      expectRefused(await suite.alice.post('/maintenance', maintenanceBody(item)))
      await set('studio')
      expect((await suite.alice.post('/maintenance', maintenanceBody(item))).status).toBe(201)
    }
  })

  it('is required to replay the answer to an earlier request', async () => {
    await subscribe({ tier: 'pro' })
    const headers = { 'idempotency-key': 'before-the-end' }
    expect((await suite.alice.post('/maintenance', maintenanceBody(item), headers)).status).toBe(201)
    await subscribe({ tier: 'free' })
    expectRefused(await suite.alice.post('/maintenance', maintenanceBody(item), headers))
    await subscribe({ tier: 'pro' })
    const secondReply = await suite.alice.post('/maintenance', maintenanceBody(item), headers)
    expect({ status: secondReply.status, 'idempotent-replayed': secondReply.headers['idempotent-replayed'] }).toEqual({
      status: 201,
      'idempotent-replayed': 'true',
    })
  })
})
