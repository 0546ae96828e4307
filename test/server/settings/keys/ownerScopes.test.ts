import { describe, expect, it } from 'vitest'
import { scopes, settingsScopes, type KeyScope } from '../../../../contract/scopes.ts'
import { settingsOperations } from '../../../../contract/settings/operations.ts'
import type { Operation } from '../../../../contract/operation.ts'
import { createApi, type Api, type Reply } from '../../../support/api.ts'
import { createSettings } from '../../../support/settings.ts'
import { useServer } from '../../../support/suite.ts'
import { addKey, runOperatorCommand } from '../../../support/account.ts'

const suite = useServer()
const UNKNOWN = '01890000-0000-7000-8000-000000000000'
const owner = (key = suite.aliceAccount.owner_key): Api => createSettings(suite.server.url, key)

interface CreatedKey {
  id: string
  key: string
}

async function make(keyScopes: readonly string[], maker: Api = owner()): Promise<CreatedKey> {
  const reply = await maker.post('/keys', { name: 'Limited', kind: 'owner', scopes: keyScopes })
  expect(reply.status).toBe(201)
  expect(reply.item()).toMatchObject({
    kind: 'owner',
    scopes: settingsScopes.filter((scope) => keyScopes.includes(scope)),
    hint: expect.stringMatching(/^ok_/),
  })
  return reply.item() as unknown as CreatedKey
}

const send = (api: Api, { method, path, body }: Operation): Promise<Reply> =>
  api.send(
    method,
    path.replaceAll(/\{\w+\}/g, UNKNOWN),
    body === undefined ? {} : { body: '{}', headers: { 'content-type': 'application/json' } },
  )

const problemOf = (reply: Reply): { code: string; title: string; detail: string } =>
  JSON.parse(reply.text) as { code: string; title: string; detail: string }

describe('an owner key with scopes', () => {
  it('opens only the operations that need them', async () => {
    for (const scope of settingsScopes) {
      const api = owner((await make([scope])).key)
      for (const operation of settingsOperations as readonly Operation[]) {
        const reply = await send(api, operation)
        const seenOutcome = reply.status === 403 ? [403, reply.headers['www-authenticate']] : ['opened']
        const refusedOutcome = [403, `Bearer realm="studio", error="insufficient_scope", scope="${operation.scope}"`]
        expect(seenOutcome, `${operation.id} with ${scope}`).toEqual(
          operation.scope === undefined || operation.scope === scope ? ['opened'] : refusedOutcome,
        )
      }
    }
  })

  it('creates a document with documents:write alone, and does not open the API', async () => {
    const { key } = await make(['documents:write'])
    expect((await owner(key).post('/documents', { type: 'receipt', title: 'Invoice 7' })).status).toBe(201)
    expect((await owner(key).get('/documents')).status).toBe(403)
    expect((await createApi(suite.server.url, key).get('/gear')).status).toBe(401)
  })

  it('cannot create, rotate or revoke a key with more scopes than its own', async () => {
    const weakOwner = owner((await make(['keys:write', 'keys:read', 'documents:write'])).key)
    const refusedReply = await weakOwner.post('/keys', {
      name: 'X',
      kind: 'owner',
      scopes: ['documents:write', 'audit:read'],
    })
    expect({ status: refusedReply.status, code: problemOf(refusedReply).code }).toEqual({
      status: 403,
      code: 'insufficient_scope',
    })
    const strongerKey = await make(['audit:read'])
    const fullKey = (
      (await owner().get('/keys')).items() as unknown as { id: string; kind: string; scopes: string[] }[]
    ).find(({ kind, scopes: heldScopes }) => kind === 'owner' && heldScopes.length === 0)
    for (const id of [strongerKey.id, fullKey?.id ?? '']) {
      expect((await weakOwner.post(`/keys/${id}/rotate`, {})).status).toBe(403)
      expect((await weakOwner.delete(`/keys/${id}`)).status).toBe(403)
    }
    const narrowerKey = await make(['documents:write'], weakOwner)
    expect((await weakOwner.delete(`/keys/${narrowerKey.id}`)).status).toBe(200)
    expect((await owner().get('/audit')).status, 'the full key still opens everything').toBe(200)
  })

  it('does not count as a full owner key, of which one is required', async () => {
    const limitedKey = await make(settingsScopes)
    const { owner_key: key, account_id: account } = (await runOperatorCommand(
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
    const otherOwner = owner(key)
    await make(['keys:write', 'keys:read'], otherOwner)
    const fullKey = (
      (await otherOwner.get('/keys')).items() as unknown as { id: string; kind: string; scopes: string[] }[]
    ).find(({ kind, scopes: heldScopes }) => kind === 'owner' && heldScopes.length === 0)
    const refusedReply = await otherOwner.delete(`/keys/${fullKey?.id}`)
    expect({ status: refusedReply.status, code: problemOf(refusedReply).code }).toEqual({
      status: 409,
      code: 'last_owner_key',
    })
    expect((await owner().delete(`/keys/${limitedKey.id}`)).status, 'one with scopes can always be revoked').toBe(200)
  })

  it('requires at least one scope, of its own kind', async () => {
    const faults = async (body: Record<string, unknown>): Promise<string[]> =>
      (await owner().post('/keys', { name: 'X', ...body })).faults()
    const onlyScope = (scope: KeyScope): KeyScope[] => [scope]
    expect(await faults({ kind: 'owner', scopes: onlyScope('gear:read') })).toEqual(['#/scopes/0 invalid_value'])
    expect(await faults({ kind: 'api', scopes: ['gear:read', 'documents:write'] })).toEqual([
      '#/scopes/1 invalid_value',
    ])
    expect(await faults({ scopes: onlyScope('webhooks:write') })).toEqual(['#/scopes/0 invalid_value'])
    expect(await faults({ kind: 'owner', scopes: [] })).toHaveLength(1)
    expect(
      await faults({ kind: 'owner', scopes: onlyScope('gear:read'), rate_per_second: 0 }),
      'all faults at once',
    ).toHaveLength(2)
    expect(await faults({ kind: 'worker', scopes: onlyScope('gear:read') })).toEqual(['#/kind invalid_value'])
  })
})

describe('an owner key gives no more than it has', () => {
  const inOneHour = (): string => new Date(Date.now() + 3_600_000).toISOString()
  const inTwoHours = (): string => new Date(Date.now() + 7_200_000).toISOString()
  const refused = (reply: Reply): void => expect(reply).toBeProblem(403, 'insufficient_scope')

  it('makes API keys with its own scopes only', async () => {
    const maker = owner((await make(['keys:write', 'documents:read'])).key)
    refused(await maker.post('/keys', { name: 'Whole API', scopes: [...scopes] }))
    refused(await maker.post('/keys', { name: 'One too many', scopes: ['documents:read', 'gear:read'] }))
    const reply = await maker.post('/keys', { name: 'Reader', scopes: ['documents:read'] })
    expect(reply).toHaveStatus(201)
    expect((await createApi(suite.server.url, String(reply.item()['key'])).get('/documents')).status).toBe(200)
    expect((await owner().post('/keys', { name: 'By the owner', scopes: [...scopes] })).status).toBe(201)
  })

  it('makes keys that end no later than itself', async () => {
    const end = inOneHour()
    const made = await owner().post('/keys', {
      name: 'Short',
      kind: 'owner',
      scopes: ['keys:write', 'documents:read'],
      expires_at: end,
    })
    const maker = owner(String(made.item()['key']))
    const body = { name: 'Longer', scopes: ['documents:read'] }
    expect(await maker.post('/keys', { ...body, expires_at: inTwoHours() })).toHaveFaults(422, [
      '#/expires_at invalid_value',
    ])
    for (const never of [{}, { expires_at: null }])
      expect(await maker.post('/keys', { ...body, ...never })).toHaveFaults(422, ['#/expires_at required'])
    expect((await maker.post('/keys', { ...body, expires_at: end })).item()['expires_at']).toBe(end)
    // A rotation of itself would have the same lifetime again, from now.
    const rotated = await maker.post(`/keys/${made.item().id}/rotate`, { overlap_seconds: 0 })
    expect(rotated).toHaveStatus(201)
    expect(rotated.item()['expires_at']).toBe(end)
  })

  it('gets the key of nobody else by a rotation', async () => {
    const attacker = await make(['keys:write', 'keys:read', 'documents:read'])
    const weakOwner = owner(attacker.key)
    const worker = (await runOperatorCommand(
      suite.folder.dataDir,
      'workerKey',
      '--account',
      suite.aliceAccount.account_id,
    )) as { api_key: string }
    const listed = (await owner().get('/keys?limit=200')).items() as unknown as { id: string; kind: string }[]
    const workerKey = listed.find(({ kind }) => kind === 'worker')
    const apiKey = (await owner().post('/keys', { name: 'Tool', scopes: ['documents:read'] })).item()
    const equal = await make(['keys:write', 'keys:read', 'documents:read'])
    for (const id of [workerKey?.id, apiKey.id, equal.id])
      refused(await weakOwner.post(`/keys/${id}/rotate`, { overlap_seconds: 0 }))
    expect((await createApi(suite.server.url, worker.api_key).get('/gear')).status, 'the worker goes on').toBe(200)
    expect((await weakOwner.post(`/keys/${attacker.id}/rotate`, {})).item()['scopes']).toEqual([
      'keys:read',
      'keys:write',
      'documents:read',
    ])
    expect((await owner().post(`/keys/${workerKey?.id}/rotate`, {})).status, 'a full key rotates any key').toBe(201)
  })

  it('that is full but ends rotates no key that ends later', async () => {
    const { account_id: account } = suite.aliceAccount
    const key = await addKey(suite.folder.databaseFile, account, { kind: 'owner', expiresAt: inOneHour() })
    const api = (await owner().post('/keys', { name: 'Forever', scopes: ['gear:read'] })).item()
    refused(await owner(key).post(`/keys/${api.id}/rotate`, {}))
    const inHalfAnHour = new Date(Date.now() + 1_800_000).toISOString()
    const short = (
      await owner().post('/keys', { name: 'Short', scopes: ['gear:read'], expires_at: inHalfAnHour })
    ).item()
    expect((await owner(key).post(`/keys/${short.id}/rotate`, {})).status).toBe(201)
  })
})

describe('a key of the wrong kind', () => {
  it('is refused with a title and a detail that name the plane it opens', async () => {
    const api = await createApi(suite.server.url, suite.aliceAccount.owner_key).get('/gear')
    expect({ status: api.status, problem: problemOf(api) }).toEqual({
      status: 401,
      problem: expect.objectContaining({
        code: 'invalid_api_key',
        title: 'An owner key does not open the API',
        detail: 'This is an owner key (ok_studio_…): it opens only /settings/v1. Use an API key (sk_studio_…) here.',
      }),
    })
    const settings = await owner(suite.aliceAccount.api_key).get('/keys')
    expect({ status: settings.status, problem: problemOf(settings) }).toEqual({
      status: 401,
      problem: expect.objectContaining({
        code: 'invalid_api_key',
        title: 'An API key does not open the account settings',
        detail:
          'This is an API key (sk_studio_…): it opens only /api/v1. The account settings need an owner key (ok_studio_…).',
      }),
    })
  })
})
