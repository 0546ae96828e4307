import { describe, expect, it } from 'vitest'
import { settingsScopes } from '../../../../contract/scopes.ts'
import { addKey } from '../../../support/account.ts'
import { createApi, type Api } from '../../../support/api.ts'
import { createSettings } from '../../../support/settings.ts'
import { useServer } from '../../../support/suite.ts'
import { until } from '../../../support/wait.ts'

const suite = useServer({ bob: true })
const owner = (key = suite.aliceAccount.owner_key): Api => createSettings(suite.server.url, key)

const makeKey = async (scopes: readonly string[], expiresAt?: string): Promise<Record<string, unknown>> =>
  (
    await owner().post('/keys', { name: 'Console', kind: 'owner', scopes, ...(expiresAt && { expires_at: expiresAt }) })
  ).item()

const codeOf = async (key: string): Promise<{ status: number; code: unknown }> => {
  const reply = await owner(key).get('/caller')
  return { status: reply.status, code: (JSON.parse(reply.text) as Record<string, unknown>)['code'] }
}

describe('GET /settings/v1/caller', () => {
  it('names account and key, and lists every scope for a full owner key', async () => {
    const reply = await owner().get('/caller')
    expect(reply.status).toBe(200)
    expect(reply.item()).toEqual({
      account_id: suite.aliceAccount.account_id,
      name: 'Owner',
      key_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      hint: expect.stringMatching(/^ok_studio_….{4}$/),
      scopes: [...settingsScopes],
      expires_at: null,
      live: true,
    })
    expect(reply.headers).not.toHaveProperty('etag')
    expect(reply.text).not.toContain(suite.aliceAccount.owner_key)
    expect((await owner(suite.bobAccount.owner_key).get('/caller')).item()['account_id']).toBe(
      suite.bobAccount.account_id,
    )
  })

  it('lists the scopes of a key that has some, and its expiry', async () => {
    const made = await makeKey(['automation:read', 'keys:read'], '2100-01-01T00:00:00.000Z')
    expect((await owner(String(made['key'])).get('/caller')).item()).toMatchObject({
      key_id: made['id'],
      hint: made['hint'],
      scopes: ['keys:read', 'automation:read'],
      expires_at: '2100-01-01T00:00:00.000Z',
    })
  })

  it('refuses a revoked key from the next request on, and an expired one', async () => {
    const made = await makeKey(['automation:write'])
    expect((await owner(String(made['key'])).get('/caller')).status).toBe(200)
    await owner().delete(`/keys/${String(made['id'])}`)
    expect(await codeOf(String(made['key']))).toEqual({ status: 401, code: 'invalid_api_key' })
    const expired = await addKey(suite.folder.databaseFile, suite.aliceAccount.account_id, {
      kind: 'owner',
      expiresAt: '2026-01-01T00:00:00.000Z',
    })
    expect(await codeOf(expired)).toEqual({ status: 401, code: 'invalid_api_key' })
  })

  it('does not know API keys, which cannot have the scopes either', async () => {
    expect(await codeOf(suite.aliceAccount.api_key)).toEqual({ status: 401, code: 'invalid_api_key' })
    expect((await createApi(suite.server.url, suite.aliceAccount.owner_key).get('/caller')).status).toBe(404)
    expect((await owner().post('/keys', { name: 'X', scopes: ['automation:read'] })).faults()).toEqual([
      '#/scopes/0 invalid_value',
    ])
  })

  it('takes one parameter, which its audit row shows', async () => {
    const made = await makeKey(['automation:write'])
    expect((await owner(String(made['key'])).get('/caller?for=approveRun.main')).status).toBe(200)
    const invalidQueries = ['for=', 'for=a%20b', 'for=a/b', `for=${'x'.repeat(201)}`, 'because=x', 'for=a&for=b']
    const statuses = await Promise.all(
      invalidQueries.map(async (query) => (await owner().get(`/caller?${query}`)).status),
    )
    expect(statuses).toEqual(invalidQueries.map(() => 400))
    const readAudit = () => owner().get(`/audit?key_id=${String(made['id'])}`)
    await until('the request is audited', async () =>
      (await readAudit()).items().some(({ query }) => query === 'for=approveRun.main'),
    )
  })
})
