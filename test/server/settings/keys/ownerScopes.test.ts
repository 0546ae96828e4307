import { describe, expect, it } from 'vitest'
import { scopes, settingsScopes, type KeyScope } from '../../../../contract/scopes.ts'
import { settingsOperations } from '../../../../contract/settings/operations.ts'
import type { Operation } from '../../../../contract/operation.ts'
import { createApi, type Api, type Reply } from '../../../support/api.ts'
import { createSettings } from '../../../support/settings.ts'
import { useServer } from '../../../support/suite.ts'
import { runOperatorCommand } from '../../../support/account.ts'

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
    const sameScopesKey = await make(['documents:write'], weakOwner)
    const rotatedReply = await weakOwner.post(`/keys/${sameScopesKey.id}/rotate`, { overlap_seconds: 0 })
    expect(rotatedReply).toHaveStatus(201)
    expect({ kind: rotatedReply.item()['kind'], scopes: rotatedReply.item()['scopes'] }).toEqual({
      kind: 'owner',
      scopes: ['documents:write'],
    })
    expect((await weakOwner.delete(`/keys/${rotatedReply.item()['id']}`)).status).toBe(200)
    expect(
      (await weakOwner.post('/keys', { name: 'API', scopes: [...scopes] })).status,
      'API keys open another plane',
    ).toBe(201)
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
