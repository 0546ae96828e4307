import { describe, expect, it } from 'vitest'
import type { Operation } from '../../../contract/operation.ts'
import { API_BASE, operations } from '../../../contract/api/operations.ts'
import { scopes } from '../../../contract/scopes.ts'
import { addKey, createAccountByCommand, runOperatorCommand, type TestAccount } from '../../support/account.ts'
import { createApi, type Api, type Reply } from '../../support/api.ts'
import { requiredQueries } from '../../support/requiredQueries.ts'
import { useServer } from '../../support/suite.ts'
import { fakeClock, startInProcessServer } from '../../support/server.ts'

const suite = useServer({ own: true })
const anyId = '0192f3a4-0000-7000-8000-000000000000'

/** Calls an operation with a request that can fail only after the key was accepted. */
function callOperation(api: Api, operation: Operation): Promise<Reply> {
  const path = operation.path.replace('{id}', anyId) + (requiredQueries[`${API_BASE}${operation.path}`] ?? '')
  return operation.body === undefined
    ? api.send(operation.method, path)
    : api.send(operation.method, path, { headers: { 'content-type': 'application/json' }, body: '{}' })
}

const bearer = (parameters: string): string => `Bearer realm="studio"${parameters}`
const denial = (reply: Reply): object => ({
  status: reply.status,
  code: reply.problem().code,
  challenge: reply.headers['www-authenticate'],
})
const invalidToken = { status: 401, code: 'invalid_api_key', challenge: bearer(', error="invalid_token"') }

describe('credentials', () => {
  it('are required', async () => {
    for (const operation of operations)
      expect(denial(await callOperation(suite.alice.as(undefined), operation))).toEqual({
        status: 401,
        code: 'missing_api_key',
        challenge: bearer(''),
      })
    for (const authorization of ['Basic YTpi', 'Bearerx y', 'Digest a'])
      expect(denial(await suite.alice.as(undefined).get('/gear', { authorization }))).toEqual({
        status: 401,
        code: 'missing_api_key',
        challenge: bearer(''),
      })
  })

  it('are one token after the word Bearer, in any letter case', async () => {
    const { key } = suite.alice
    for (const authorization of [`bearer ${key}`, `BEARER ${key}`, `Bearer   ${key}`])
      expect((await suite.alice.as(undefined).get('/gear', { authorization })).status).toBe(200)
    for (const authorization of [
      'Bearer',
      'Bearer ',
      `Bearer ${key} ${key}`,
      `Bearer ${key},x`,
      `Bearer "${key}"`,
      'Bearer ü',
    ]) {
      const reply = await suite.alice.as(undefined).get('/gear', { authorization })
      expect(denial(reply)).toEqual({
        status: 400,
        code: 'invalid_header',
        challenge: bearer(', error="invalid_request"'),
      })
      expect(reply.faults()).toEqual(['Authorization invalid_value'])
    }
  })

  it('are refused by every operation when they were never issued, and not echoed', async () => {
    const { key } = suite.alice
    const lastCharacter = key.at(-1) === 'A' ? 'B' : 'A'
    const unknownKeys = [
      key.slice(0, -1),
      `${key.slice(0, -1)}${lastCharacter}`,
      key.replace('sk_', 'ok_'),
      key.toLowerCase(),
      'sk_studio_',
      'x',
      suite.aliceAccount.owner_key,
    ]
    for (const unknownKey of unknownKeys)
      for (const operation of operations) {
        const reply = await callOperation(suite.alice.as(unknownKey), operation)
        expect(denial(reply)).toEqual(invalidToken)
        expect(reply.text).not.toContain(unknownKey.length > 5 ? unknownKey : '\u0000')
      }
  })
})

describe('scopes', () => {
  it('allow the operations that need them and no others', async () => {
    const { account_id: account } = suite.aliceAccount
    for (const scope of scopes) {
      const api = createApi(suite.server.url, await addKey(suite.folder.databaseFile, account, { scopes: [scope] }))
      for (const operation of operations) {
        const reply = await callOperation(api, operation)
        const refusedOutcome = {
          status: 403,
          code: 'insufficient_scope',
          challenge: bearer(`, error="insufficient_scope", scope="${operation.scope}"`),
        }
        const laterRefusals: Partial<Record<number, object>> = {
          404: { status: 404, code: 'not_found', challenge: undefined },
          422: { status: 422, code: 'validation_failed', challenge: undefined },
        }
        const expectedOutcome = laterRefusals[reply.status] ?? { status: 200 }
        const seenOutcome = reply.status === 200 ? { status: 200 } : denial(reply)
        expect(seenOutcome).toEqual(operation.scope === scope ? expectedOutcome : refusedOutcome)
      }
    }
  })

  it('can be several or none', async () => {
    const { account_id: account } = suite.aliceAccount
    const twoScopesApi = createApi(
      suite.server.url,
      await addKey(suite.folder.databaseFile, account, { scopes: ['gear:read', 'profile:read'] }),
    )
    expect((await twoScopesApi.get('/gear')).status).toBe(200)
    expect((await twoScopesApi.get('/profile')).status).toBe(200)
    expect((await twoScopesApi.delete('/gear/x')).status).toBe(403)
    const noScopesApi = createApi(suite.server.url, await addKey(suite.folder.databaseFile, account, { scopes: [] }))
    expect((await noScopesApi.get('/gear')).status).toBe(403)
  })

  it('are checked before the rest of the request', async () => {
    const { account_id: account } = suite.aliceAccount
    const reader = createApi(
      suite.server.url,
      await addKey(suite.folder.databaseFile, account, { scopes: ['gear:read'] }),
    )
    const reply = await reader.send('POST', '/gear?x=1', {
      headers: { accept: 'text/html', 'idempotency-key': '!' },
      body: '{',
    })
    expect(reply.problem().code).toBe('insufficient_scope')
  })
})

describe('a key of an account', () => {
  const key = (options: Parameters<typeof addKey>[2] = {}): Promise<string> =>
    addKey(suite.folder.databaseFile, suite.aliceAccount.account_id, options)

  it('stops working when it expires', async () => {
    const expiredApi = suite.alice.as(await key({ expiresAt: new Date(Date.now() - 1).toISOString() }))
    expect(denial(await expiredApi.get('/gear'))).toEqual(invalidToken)
    const clock = fakeClock()
    await using server = await startInProcessServer(suite.folder.databaseFile, clock)
    const expiringApi = createApi(server.url, await key({ expiresAt: new Date(clock.nowMs() + 1500).toISOString() }))
    clock.move(1499)
    expect((await expiringApi.get('/gear')).status).toBe(200)
    clock.move(1)
    for (const operation of operations)
      expect(denial(await callOperation(expiringApi, operation))).toEqual(invalidToken)
  })

  it('stops working with the first request after another process revoked it', async () => {
    const secret = await key()
    const api = suite.alice.as(secret)
    expect((await api.get('/gear')).status).toBe(200)
    expect((await api.get('/gear')).status).toBe(200)
    await suite.sql('update api_key set revoked_at = ? where last4 = ?', new Date().toISOString(), secret.slice(-4))
    expect(denial(await api.get('/gear'))).toEqual(invalidToken)
    expect(denial(await api.post('/gear', {}))).toEqual(invalidToken)
  })

  it('loses a removed scope with the next request', async () => {
    const secret = await key()
    const api = suite.alice.as(secret)
    expect((await api.get('/gear')).status).toBe(200)
    await suite.sql('update api_key set scopes = ? where last4 = ?', 'gear:write', secret.slice(-4))
    expect((await api.get('/gear')).status).toBe(403)
  })

  it('of the worker is revoked when a new one is created', async () => {
    const make = async (): Promise<string> =>
      (
        (await runOperatorCommand(
          suite.folder.dataDir,
          'workerKey',
          '--account',
          suite.aliceAccount.account_id,
        )) as TestAccount
      ).api_key
    const firstApi = suite.alice.as(await make())
    expect((await firstApi.get('/gear')).status).toBe(200)
    expect((await firstApi.get('/profile')).status).toBe(200)
    const secondApi = suite.alice.as(await make())
    expect((await secondApi.get('/gear')).status).toBe(200)
    expect(denial(await firstApi.get('/gear'))).toEqual(invalidToken)
  })
})

describe('an account created while the server runs', () => {
  it('works immediately and sees no records of other accounts', async () => {
    await suite.alice.createItem()
    const createdAccount = await createAccountByCommand(
      suite.folder.dataDir,
      'Late',
      '--tier',
      'studio',
      '--timezone',
      'Europe/Berlin',
      '--currency',
      'EUR',
    )
    const lateApi = createApi(suite.server.url, createdAccount.api_key)
    expect((await lateApi.get('/gear')).pagination().total).toBe(0)
    await lateApi.createItem({ brand: 'First' })
    expect((await lateApi.get('/gear')).pagination().total).toBe(1)
    expect(createdAccount.api_key).toMatch(/^sk_studio_[0-9A-Za-z]{49}$/)
    expect(createdAccount.owner_key).toMatch(/^ok_studio_[0-9A-Za-z]{49}$/)
  })
})
