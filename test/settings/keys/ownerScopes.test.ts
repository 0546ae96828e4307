import { describe, expect, it } from 'vitest'
import { scopes, settingsScopes, type KeyScope } from '../../../contract/scopes.ts'
import { settingsOperations } from '../../../contract/settingsOperations.ts'
import type { Operation } from '../../../contract/operation.ts'
import { createApi, type Api, type Reply } from '../../support/api.ts'
import { createSettings } from '../../support/settings.ts'
import { useServer } from '../../support/suite.ts'
import { operator } from '../../support/account.ts'

const suite = useServer()
const UNKNOWN = '01890000-0000-7000-8000-000000000000'
const owner = (key = suite.aliceAccount.owner_key): Api => createSettings(suite.server.url, key)

interface CreatedKey {
  id: string
  key: string
}

async function make(given: readonly string[], by: Api = owner()): Promise<CreatedKey> {
  const reply = await by.post('/keys', { name: 'Limited', kind: 'owner', scopes: given })
  expect(reply.status).toBe(201)
  expect(reply.item()).toMatchObject({
    kind: 'owner',
    scopes: settingsScopes.filter((scope) => given.includes(scope)),
    hint: expect.stringMatching(/^ok_/),
  })
  return reply.item() as unknown as CreatedKey
}

const send = (api: Api, { method, path, body }: Operation): Promise<Reply> =>
  api.send(method, path.replaceAll(/\{\w+\}/g, UNKNOWN), body === undefined ? {} : { body: '{}', headers: { 'content-type': 'application/json' } })

const problemOf = (reply: Reply): { code: string; title: string; detail: string } =>
  JSON.parse(reply.text) as { code: string; title: string; detail: string }

describe('an owner key with scopes', () => {
  it('opens only the operations that need them', async () => {
    for (const scope of settingsScopes) {
      const api = owner((await make([scope])).key)
      for (const operation of settingsOperations as readonly Operation[]) {
        const reply = await send(api, operation)
        const seen = reply.status === 403 ? [403, reply.headers['www-authenticate']] : ['opened']
        const refused = [403, `Bearer realm="studio", error="insufficient_scope", scope="${operation.scope}"`]
        expect(seen, `${operation.id} with ${scope}`).toEqual(operation.scope === scope ? ['opened'] : refused)
      }
    }
  }, 120_000)

  it('creates a document with documents:write alone, and does not open the API', async () => {
    const { key } = await make(['documents:write'])
    expect((await owner(key).post('/documents', { type: 'receipt', title: 'Invoice 7' })).status).toBe(201)
    expect((await owner(key).get('/documents')).status).toBe(403)
    expect((await createApi(suite.server.url, key).get('/gear')).status).toBe(401)
  })

  it('cannot create, rotate or revoke a key with more scopes than its own', async () => {
    const weak = owner((await make(['keys:write', 'keys:read', 'documents:write'])).key)
    const more = await weak.post('/keys', { name: 'X', kind: 'owner', scopes: ['documents:write', 'audit:read'] })
    expect([more.status, problemOf(more).code]).toEqual([403, 'insufficient_scope'])
    const stronger = await make(['audit:read'])
    const full = ((await owner().get('/keys')).items() as unknown as { id: string; kind: string; scopes: string[] }[]).find(
      ({ kind, scopes: held }) => kind === 'owner' && held.length === 0,
    )
    for (const id of [stronger.id, full?.id ?? '']) {
      expect((await weak.post(`/keys/${id}/rotate`, {})).status).toBe(403)
      expect((await weak.delete(`/keys/${id}`)).status).toBe(403)
    }
    const same = await make(['documents:write'], weak)
    const rotated = await weak.post(`/keys/${same.id}/rotate`, { overlap_seconds: 0 })
    expect([rotated.status, rotated.item()['kind'], rotated.item()['scopes']]).toEqual([201, 'owner', ['documents:write']])
    expect((await weak.delete(`/keys/${rotated.item()['id']}`)).status).toBe(200)
    expect((await weak.post('/keys', { name: 'API', scopes: [...scopes] })).status, 'API keys open another plane').toBe(201)
    expect((await owner().get('/audit')).status, 'the full key still opens everything').toBe(200)
  })

  it('does not count as a full owner key, of which one is required', async () => {
    const limited = await make(settingsScopes)
    const { owner_key: key, account_id: account } = (await operator(
      suite.folder.dataDir,
      'accountCreate',
      '--name',
      'B',
      '--email',
      'b@example.com',
    )) as {
      owner_key: string
      account_id: string
    }
    expect(account).not.toBe(suite.aliceAccount.account_id)
    const other = owner(key)
    await make(['keys:write', 'keys:read'], other)
    const full = ((await other.get('/keys')).items() as unknown as { id: string; kind: string; scopes: string[] }[]).find(
      ({ kind, scopes: held }) => kind === 'owner' && held.length === 0,
    )
    const refused = await other.delete(`/keys/${full?.id}`)
    expect([refused.status, problemOf(refused).code]).toEqual([409, 'last_owner_key'])
    expect((await owner().delete(`/keys/${limited.id}`)).status, 'one with scopes can always be revoked').toBe(200)
  })

  it('requires at least one scope, of its own kind', async () => {
    const faults = async (body: Record<string, unknown>): Promise<string[]> => (await owner().post('/keys', { name: 'X', ...body })).faults()
    const only = (scope: KeyScope): KeyScope[] => [scope]
    expect(await faults({ kind: 'owner', scopes: only('gear:read') })).toEqual(['#/scopes/0 invalid_value'])
    expect(await faults({ kind: 'api', scopes: ['gear:read', 'documents:write'] })).toEqual(['#/scopes/1 invalid_value'])
    expect(await faults({ scopes: only('webhooks:write') })).toEqual(['#/scopes/0 invalid_value'])
    expect(await faults({ kind: 'owner', scopes: [] })).toHaveLength(1)
    expect(await faults({ kind: 'owner', scopes: only('gear:read'), rate_per_second: 0 }), 'all faults at once').toHaveLength(2)
    expect(await faults({ kind: 'worker', scopes: only('gear:read') })).toEqual(['#/kind invalid_value'])
  })
})

describe('a key of the wrong kind', () => {
  it('is refused with a title and a detail that name the plane it opens', async () => {
    const api = await createApi(suite.server.url, suite.aliceAccount.owner_key).get('/gear')
    expect([api.status, problemOf(api)]).toEqual([
      401,
      expect.objectContaining({
        code: 'invalid_api_key',
        title: 'An owner key does not open the API',
        detail: 'This is an owner key (ok_studio_…): it opens only /settings/v1. Use an API key (sk_studio_…) here.',
      }),
    ])
    const settings = await owner(suite.aliceAccount.api_key).get('/keys')
    expect([settings.status, problemOf(settings)]).toEqual([
      401,
      expect.objectContaining({
        code: 'invalid_api_key',
        title: 'An API key does not open the account settings',
        detail: 'This is an API key (sk_studio_…): it opens only /api/v1. The account settings need an owner key (ok_studio_…).',
      }),
    ])
  })
})
