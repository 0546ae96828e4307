import { expect, it } from 'vitest'
import { createSettings } from '../../../support/settings.ts'
import { useServer } from '../../../support/suite.ts'
import type { Api, Reply } from '../../../support/api.ts'
import { ADDRESS, makeEndpoint, ownerOf, readEndpoint } from './support.ts'

// An owner key with scopes has only those events sent that it may read.

const suite = useServer()
const owner = () => ownerOf(suite)
const OTHER_ADDRESS = 'https://elsewhere.example/hook'

async function ownerWith(...scopes: string[]): Promise<Api> {
  const reply = await owner().post('/keys', { name: 'Hooks', kind: 'owner', scopes: ['webhooks:write', ...scopes] })
  return createSettings(suite.server.url, String(reply.item()['key']))
}
const register = (api: Api, events: readonly string[]): Promise<Reply> =>
  api.post('/webhooks', { url: ADDRESS, events })

it.each([
  [[], [], ['*', 'gear.*', 'gear.created', 'shoot.*', 'document.*', 'document.updated']],
  [['documents:read'], ['document.*', 'document.updated'], ['*', 'gear.*', 'maintenance.created', 'shoot.deleted']],
  [['events:read'], ['*', 'gear.*', 'shoot.created', 'document.*'], []],
  [['documents:write', 'webhooks:read', 'keys:read'], [], ['document.*']],
] as const)('webhooks:write with %j registers %j and not %j', async (scopes, allowed, refused) => {
  const api = await ownerWith(...scopes)
  for (const pattern of refused) expect(await register(api, [pattern])).toBeProblem(403, 'insufficient_scope')
  for (const pattern of allowed) expect(await register(api, [pattern]), pattern).toHaveStatus(201)
})

it('one event that it may not read refuses all', async () => {
  const api = await ownerWith('documents:read')
  expect(await register(api, ['document.*', 'gear.created'])).toBeProblem(403, 'insufficient_scope')
})

it('an endpoint of somebody else cannot be turned to another address, to more events, or robbed of its secret', async () => {
  const { id } = await makeEndpoint(owner(), { events: ['gear.*'] })
  const before = await readEndpoint(owner(), id)
  const api = await ownerWith('documents:read')
  const patch = (updates: object): Promise<Reply> => api.patch(`/webhooks/${id}`, { updates })
  for (const updates of [{ url: OTHER_ADDRESS }, { events: ['*'] }, { url: OTHER_ADDRESS, events: ['gear.created'] }])
    expect(await patch(updates)).toBeProblem(403, 'insufficient_scope')
  expect(await api.post(`/webhooks/${id}/rotate-secret`, {})).toBeProblem(403, 'insufficient_scope')
  expect(await readEndpoint(owner(), id)).toEqual(before)
  expect((await patch({ description: 'Described', status: 'disabled' })).status, 'it shows nobody more').toBe(200)
  expect((await patch({ url: ADDRESS, status: 'enabled' })).status, 'the same address').toBe(200)
  expect((await patch({ url: OTHER_ADDRESS, events: ['document.*'] })).status, 'events that it may read').toBe(200)
})
