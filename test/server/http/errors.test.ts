import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { errorCodes, type ErrorCode, type Problem } from '../../../contract/errors.ts'
import type { Scope } from '../../../contract/scopes.ts'
import { MAX_WEBHOOKS } from '../../../contract/settings/webhooks.ts'
import { SETTINGS_BASE } from '../../../contract/settings/operations.ts'
import { addKey } from '../../support/account.ts'
import { camera, type Api, type Reply } from '../../support/api.ts'
import { useServer } from '../../support/suite.ts'
import { sendRaw } from '../../support/wire.ts'
import { until } from '../../support/wait.ts'

const suite = useServer({ ownProcess: true })
/** A new key for each test, because from the eleventh refusal in a minute the audit rows of a key are merged. */
let alice: Api
beforeEach(async () => {
  alice = suite.alice.as(await addKey(suite.folder.databaseFile, suite.aliceAccount.account_id))
})
const json = { 'content-type': 'application/json' }
const sendText = async (text: string): Promise<Reply> =>
  ({ ...(await sendRaw(suite.server.url, [text], 1))[0] }) as Reply
interface Trigger {
  send: () => Promise<Reply>
  /** The expected `errors`, as `pointer code`. */
  faults?: string[]
  /** False where the request is refused before its key is checked, so that no account is known. */
  audited?: false
}

const owner = (): Api => suite.alice.as(suite.aliceAccount.owner_key)
const settings = (path: string): string => `/${SETTINGS_BASE}${path}`
const reader = async (scope: Scope): Promise<Api> =>
  suite.alice.as(await addKey(suite.folder.databaseFile, suite.aliceAccount.account_id, { scopes: [scope] }))
const maintenanceBody = (fields: Record<string, unknown>): Record<string, unknown> => ({
  item_type: 'camera',
  service_type: 'Repair',
  service_date: '2027-01-01',
  ...fields,
})
const unknownId = '0192f3a4-0000-7000-8000-000000000000'

/** A request for each code that a client can cause. */
const triggers: Partial<Record<ErrorCode, Trigger>> = {
  malformed_json: { send: () => alice.send('POST', '/gear', { headers: json, body: '{' }) },
  invalid_encoding: {
    send: () => alice.send('POST', '/gear', { headers: json, body: Buffer.from([0x22, 0xff, 0x22]) }),
  },
  invalid_query: {
    send: () => alice.get('/shoots?limit=0&fromDate=yesterday&statsu=planning'),
    faults: ['fromDate invalid_value', 'limit invalid_value', 'statsu unknown_parameter'],
  },
  invalid_header: { send: () => alice.get('/gear', { 'if-none-match': 'x' }), faults: ['If-None-Match invalid_value'] },
  invalid_request: { send: () => sendText('GET /api/v1/gear HTTP/1.1\r\nNo colon here\r\n\r\n'), audited: false },
  missing_api_key: { send: () => alice.as(undefined).get('/gear'), audited: false },
  invalid_api_key: { send: () => alice.as('sk_studio_nobody').get('/gear'), audited: false },
  insufficient_scope: { send: async () => (await reader('profile:read')).get('/gear') },
  feature_not_available: {
    send: async () => {
      await owner().patch(settings('/subscription'), { updates: { tier: 'free' } })
      const reply = await alice.post('/maintenance', maintenanceBody({ item_id: unknownId }))
      await owner().patch(settings('/subscription'), { updates: { tier: 'pro' } })
      return reply
    },
  },
  not_found: { send: () => alice.get('/shoots/none') },
  method_not_allowed: { send: () => alice.send('PUT', '/gear'), audited: false },
  not_acceptable: { send: () => alice.get('/gear', { accept: 'text/html' }), faults: ['Accept invalid_value'] },
  invalid_transition: {
    send: async () => {
      const shoot = (await alice.post('/shoots', { title: 'Fair', shoot_date: '2027-01-01', location: 'Köln' })).item()
      await alice.patch(`/shoots/${shoot.id}`, { updates: { status: 'cancelled' } })
      return alice.patch(`/shoots/${shoot.id}`, { updates: { status: 'confirmed' } })
    },
    faults: ['#/updates/status invalid_value'],
  },
  asset_tag_taken: {
    send: async () => {
      await alice.post('/gear', camera({ asset_tag: 'E-1' }))
      return alice.post('/gear', camera({ asset_tag: 'e-1' }))
    },
    faults: ['#/asset_tag invalid_value'],
  },
  managed_by_gear: {
    send: async () => {
      const item = await alice.createItem({ warranty_expires_on: '2030-01-01' })
      const [warranty] = (await alice.get(`/documents?gear_id=${item.id}`)).items()
      return owner().delete(settings(`/documents/${warranty?.id}`))
    },
  },
  key_not_live: {
    send: async () => {
      const key = (await owner().post(settings('/keys'), { name: 'Gone', scopes: ['gear:read'] })).item()
      await owner().delete(settings(`/keys/${key.id}`))
      return owner().post(settings(`/keys/${key.id}/rotate`), {})
    },
  },
  last_owner_key: {
    send: async () => {
      const keys = (await owner().get(settings('/keys?limit=200'))).items() as unknown as { id: string; kind: string }[]
      return owner().delete(settings(`/keys/${keys.find((key) => key.kind === 'owner')?.id}`))
    },
  },
  webhook_disabled: {
    send: async () => {
      const { id } = (
        await owner().post(settings('/webhooks'), { url: 'https://hooks.studio.example/off', events: ['*'] })
      ).item()
      await owner().patch(settings(`/webhooks/${id}`), { updates: { status: 'disabled' } })
      return owner().post(settings(`/webhooks/${id}/test`), {})
    },
  },
  webhook_limit_reached: {
    send: async () => {
      const tooMany = Array.from({ length: MAX_WEBHOOKS + 1 }, () =>
        owner().post(settings('/webhooks'), { url: 'https://hooks.studio.example/many', events: ['shoot.deleted'] }),
      )
      const refusedReply = (await Promise.all(tooMany)).find((reply) => reply.status !== 201)
      if (!refusedReply) throw new Error('there is no limit')
      return refusedReply
    },
  },
  webhook_address_refused: {
    send: () => owner().post(settings('/webhooks'), { url: 'https://127.0.0.1/hook', events: ['*'] }),
    faults: ['#/url invalid_value'],
  },
  precondition_failed: {
    send: async () =>
      alice.patch(`/gear/${(await alice.createItem()).id}`, { updates: { notes: 'x' } }, { 'if-match': '"x"' }),
  },
  body_too_large: { send: () => alice.send('POST', '/gear', { headers: json, body: ' '.repeat(300_000) }) },
  uri_too_long: { send: () => alice.get(`/gear?q=${'x'.repeat(8200)}`), audited: false },
  unsupported_media_type: {
    send: () => alice.send('POST', '/gear', { headers: { 'content-type': 'text/csv' }, body: 'a,b' }),
    faults: ['Content-Type invalid_value'],
  },
  expectation_failed: {
    send: () => sendText('GET /api/v1/gear HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n\r\n'),
    audited: false,
  },
  validation_failed: {
    send: () => alice.post('/shoots', { shoot_date: '2027-02-30', status: 'confirmed', locations: [] }),
    faults: ['#/locations invalid_value', '#/shoot_date invalid_value', '#/status unknown_field', '#/title required'],
  },
  gear_reference_invalid: {
    send: () => alice.post('/maintenance', maintenanceBody({ item_id: unknownId })),
    faults: ['#/item_id invalid_value'],
  },
  idempotency_key_reused: {
    send: async () => {
      await alice.post('/gear', camera(), { 'idempotency-key': 'reused' })
      return alice.post('/gear', camera({ notes: 'x' }), { 'idempotency-key': 'reused' })
    },
  },
  headers_too_large: {
    send: () => sendText(`GET /api/v1/gear HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`),
    audited: false,
  },
}

/** Codes that need a fault, a race or a long wait, each with the test that causes it. */
const testedElsewhere: Partial<Record<ErrorCode, string>> = {
  request_timeout: 'wire.test.ts',
  idempotency_in_progress: '../api/twoServers.crash.test.ts',
  rate_limited: 'rateLimits.test.ts',
  internal_error: 'errors.test.ts',
  overloaded: '../api/process.crash.test.ts',
  shutting_down: 'sigterm.crash.test.ts',
  code_not_valid: '../api/console/codes.test.ts',
  session_required: '../api/console/attacks.test.ts',
  session_ended: '../api/console/sessionEnds.test.ts',
  owner_key_needed: '../api/console/session.test.ts',
  cross_origin_refused: '../api/console/attacks.test.ts',
  insecure_sign_in: '../api/console/attacks.test.ts',
  worker_unavailable: '../../worker/consoleWorker.studio.test.ts',
  field_name_taken: '../settings/fields/definitions.test.ts',
  field_limit_reached: '../settings/fields/definitions.test.ts',
  field_in_use: '../settings/fields/definitions.test.ts',
  field_value_taken: '../settings/fields/definitions.test.ts',
  field_not_ready: '../settings/fields/ending.test.ts',
  category_name_taken: '../settings/categories/categories.test.ts',
  category_limit_reached: '../settings/categories/categories.test.ts',
  category_in_use: '../settings/categories/categories.test.ts',
}

/** Waits for the audit row of a request, which is written within a second. */
const auditRow = (requestId: string): Promise<{ status: number; error: string }> =>
  until('the request is audited', async () => {
    const [row] = await suite.sql<{ status: number; entry: string }>(
      'select status, entry from audit where request_id = ?',
      requestId,
    )
    return row && { status: row.status, error: (JSON.parse(row.entry) as { error: string }).error }
  })

describe('every error', () => {
  it.each(Object.keys(triggers) as ErrorCode[])(
    '%s has its status, its problem body, its faults and its audit row',
    async (code) => {
      const trigger = triggers[code] as Trigger
      const reply = await trigger.send()
      const { status, title } = errorCodes[code]
      expect(reply).toBeProblem(status, code)
      const problem = JSON.parse(reply.text) as Problem
      expect(problem).toMatchObject({
        title,
        request_id: reply.headers['request-id'],
        instance: `urn:uuid:${reply.headers['request-id']}`,
      })
      expect(reply.headers['content-type']).toBe('application/problem+json')
      expect(
        (problem.errors ?? [])
          .map((fault) => `${fault.pointer ?? fault.parameter ?? fault.header} ${fault.code}`)
          .toSorted(),
      ).toEqual(trigger.faults ?? [])
      const audited = trigger.audited !== false
      expect(audited ? await auditRow(problem.request_id) : undefined).toEqual(
        audited ? { status, error: code } : undefined,
      )
    },
  )

  it('has a test here or in another file', () => {
    expect([...Object.keys(triggers), ...Object.keys(testedElsewhere)].toSorted()).toEqual(
      Object.keys(errorCodes).toSorted(),
    )
    for (const [code, file] of Object.entries(testedElsewhere))
      expect(readFileSync(new URL(file, import.meta.url), 'utf8')).toContain(code)
  })

  it('with an internal cause has a fixed text, and only the log has the cause', async () => {
    const item = await suite.alice.createItem()
    const [row] = await suite.sql<{ record: string }>('select record from gear where id = ?', item.id)
    await suite.sql('update gear set record = ? where id = ?', 'broken inside', item.id)
    const reply = await suite.alice.patch(
      `/gear/${item.id}`,
      { updates: { notes: 'x' } },
      { 'idempotency-key': 'inside' },
    )
    await suite.sql('update gear set record = ? where id = ?', row?.record ?? '', item.id)
    expect(reply).toBeProblem(500, 'internal_error')
    expect(reply.text).not.toContain('broken')
    const log = JSON.stringify(suite.process.log)
    expect(log).toContain(reply.headers['request-id'])
    expect(log).toContain('is not valid JSON')
    const repeatReply = await suite.alice.patch(
      `/gear/${item.id}`,
      { updates: { notes: 'x' } },
      { 'idempotency-key': 'inside' },
    )
    expect({ status: repeatReply.status, 'idempotent-replayed': repeatReply.headers['idempotent-replayed'] }).toEqual({
      status: 200,
      'idempotent-replayed': undefined,
    })
  })
})
