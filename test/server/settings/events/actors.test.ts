import { expect, it } from 'vitest'
import { AccountEvent, EventBody, RUN_HEADER } from '../../../../contract/events.ts'
import { toDeliveredBody } from '../../../../server/db/events.ts'
import { addKey } from '../../../support/account.ts'
import { camera, createApi, type Api } from '../../../support/api.ts'
import { createSettings } from '../../../support/settings.ts'
import { useServer } from '../../../support/suite.ts'

// Other files read the stored events of all accounts, which name no run.
const suite = useServer({ own: true, bob: true })
const RUN = '019d33aa-9b10-7000-8000-00000000000a'
const settings = (): Api => createSettings(suite.server.url, suite.aliceAccount.owner_key)

const workerOf = async (account: string): Promise<Api> =>
  createApi(suite.server.url, await addKey(suite.folder.databaseFile, account, { kind: 'worker' }))

async function eventsOf(id: string): Promise<AccountEvent[]> {
  const reply = await settings().get(`/events?object_id=${id}`)
  return (JSON.parse(reply.text) as { data: unknown[] }).data.map((event) => AccountEvent.parse(event))
}
const actorsOf = async (id: string) => (await eventsOf(id)).map(({ data }) => data.actor)

it('an event names the key that made the change, also after its revocation', async () => {
  const made = (
    await settings().post('/keys', { name: 'Ada', kind: 'api', scopes: ['gear:read', 'gear:write'] })
  ).item()
  const ada = createApi(suite.server.url, String(made['key']))
  const item = await suite.alice.createItem()
  await ada.patch(`/gear/${item.id}`, { updates: { notes: 'by Ada' } })
  expect(await settings().delete(`/keys/${made.id}`)).toHaveStatus(200)
  const [changed, created] = await actorsOf(item.id)
  expect(changed).toEqual({ kind: 'api', id: made.id, name: 'Ada', run_id: null })
  expect(created).toMatchObject({ kind: 'api', run_id: null })
  expect(created?.id).not.toBe(made.id)
})

it('a change by an owner key is its own, and that of a related record too', async () => {
  const item = await suite.alice.createItem()
  const document = (await settings().post('/documents', { type: 'receipt', title: 'Bill', gear_id: item.id })).item()
  expect(await actorsOf(document.id)).toMatchObject([{ kind: 'owner', run_id: null }])
  await suite.alice.delete(`/gear/${item.id}`)
  expect(await actorsOf(document.id)).toMatchObject([{ kind: 'api' }, { kind: 'owner' }])
})

it('the worker names its run, and no other key can', async () => {
  const worker = await workerOf(suite.aliceAccount.account_id)
  const run = { [RUN_HEADER]: RUN }
  const inRun = (await worker.post('/gear', camera(), run)).item()
  const outside = (await worker.post('/gear', camera())).item()
  const malformed = (await worker.post('/gear', camera(), { [RUN_HEADER]: '"},"x":"' })).item()
  const pretended = (await suite.alice.post('/gear', camera(), run)).item()
  expect(await actorsOf(inRun.id)).toMatchObject([{ kind: 'worker', run_id: RUN }])
  expect(await actorsOf(outside.id)).toMatchObject([{ kind: 'worker', run_id: null }])
  expect(await actorsOf(malformed.id)).toMatchObject([{ kind: 'worker', run_id: null }])
  expect(await actorsOf(pretended.id)).toMatchObject([{ kind: 'api', run_id: null }])
})

it('webhooks get kind and id of the actor only, whatever the texts of the record are', async () => {
  const worker = await workerOf(suite.aliceAccount.account_id)
  const notes = `"actor":{"kind":"worker","id":"${RUN}","run_id":"${RUN}"}`
  const item = (await worker.post('/gear', camera({ notes }), { [RUN_HEADER]: RUN })).item()
  const [row] = await suite.sql<{ body: string }>('select body from event where record_id = ?', item.id)
  const body = EventBody.parse(JSON.parse(toDeliveredBody(row?.body ?? '')))
  const [event] = await eventsOf(item.id)
  expect(body.data.actor).toEqual({ kind: 'worker', id: event?.data.actor.id })
  expect(body.data.record).toEqual(event?.data.record)
  expect(body.data.record['notes']).toBe(notes)
})

it('events of another account name no key of this one', async () => {
  const item = await suite.bob.createItem()
  const reply = await createSettings(suite.server.url, suite.bobAccount.owner_key).get(`/events?object_id=${item.id}`)
  const [event] = (JSON.parse(reply.text) as { data: AccountEvent[] }).data
  const own = await suite.alice.createItem()
  expect(event?.data.actor.id).not.toBe((await actorsOf(own.id))[0]?.id)
  expect(await eventsOf(item.id)).toEqual([])
})
