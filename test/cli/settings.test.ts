import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startLocalServer, type LocalServer } from '../support/localServer.ts'
import { runCli } from '../support/cli.ts'
import type { CommandResult } from '../support/run.ts'

let server: LocalServer

const kitroom = (args: string[], env: Record<string, string | undefined> = {}): Promise<CommandResult> =>
  runCli(args, {
    ...server.env,
    KITROOM_URL: server.url,
    KITROOM_API_KEY: undefined,
    KITROOM_OWNER_KEY: server.ownerKey,
    ...env,
  })

const json = async <T>(...args: string[]): Promise<T> => {
  const result = await kitroom([...args, '--json'])
  if (result.code !== 0) throw new Error(`kitroom ${args.join(' ')} ended with ${result.code}: ${result.err}`)
  return (JSON.parse(result.out) as { data: T }).data
}

interface Key {
  id: string
  key: string
  name: string
  scopes: string[]
  expires_at: string | null
  revoked_at: string | null
  rate_per_second: number | null
}

beforeAll(async () => {
  server = await startLocalServer()
})
afterAll(() => server.stop())

it('key list needs the owner key, and says how to set it', async () => {
  const noKeyRun = await kitroom(['key', 'list'], { KITROOM_OWNER_KEY: undefined })
  expect(noKeyRun).toMatchObject({ code: 1, out: '' })
  expect(noKeyRun.err).toContain('set KITROOM_OWNER_KEY')
  const wrongKeyRun = await kitroom(['key', 'list'], { KITROOM_OWNER_KEY: server.apiKey })
  expect(wrongKeyRun).toMatchObject({ code: 1, out: '' })
  expect(wrongKeyRun.err).toContain('[invalid_api_key]')
  expect(wrongKeyRun.err).not.toContain(server.apiKey)
})

it('key creates a key, shows it once, lists, rotates and revokes it', async () => {
  const args = [
    'key',
    'create',
    '--name',
    'Dashboard',
    '--scope',
    'read',
    'gear:write',
    '--expires',
    '2199-01-31',
    '--rate',
    '20',
  ]
  const madeKey = await json<Key>(...args)
  expect(madeKey).toMatchObject({ name: 'Dashboard', expires_at: '2199-01-31T00:00:00.000Z', rate_per_second: 20 })
  expect(madeKey.scopes.toSorted()).toEqual(
    [
      'analytics:read',
      'documents:read',
      'gear:read',
      'gear:write',
      'maintenance:read',
      'profile:read',
      'shoots:read',
    ].toSorted(),
  )
  expect(await kitroom(['gear', 'list'], { KITROOM_API_KEY: madeKey.key })).toMatchObject({ code: 0 })

  const listRun = await kitroom(['key', 'list'])
  expect(listRun.out).toContain(`${madeKey.id}  Dashboard`)
  expect(listRun.out).not.toContain(madeKey.key)

  const rotatedRun = await kitroom(['key', 'rotate', madeKey.id, '--overlap', '0'])
  expect(rotatedRun.err).toContain('The old key no longer works.')
  const nextKey = /^key +(sk_studio_\w+)$/m.exec(rotatedRun.out)?.[1]
  expect(await kitroom(['gear', 'list'], { KITROOM_API_KEY: madeKey.key })).toMatchObject({ code: 1 })
  expect(await kitroom(['gear', 'list'], { KITROOM_API_KEY: nextKey })).toMatchObject({ code: 0 })

  const keys = await json<Key[]>('key', 'list')
  const currentKey = keys.find((key) => key.name === 'Dashboard' && key.id !== madeKey.id)
  expect(await kitroom(['key', 'revoke', currentKey?.id ?? ''])).toMatchObject({
    code: 0,
    out: `Revoked: ${currentKey?.id}\n`,
  })
  expect(await kitroom(['gear', 'list'], { KITROOM_API_KEY: nextKey })).toMatchObject({ code: 1 })
})

it('key refuses invalid scopes, times and rates', async () => {
  const create = (...flags: string[]): Promise<CommandResult> => kitroom(['key', 'create', '--name', 'X', ...flags])
  expect((await create('--scope', 'gear:everything')).err).toContain('There is no scope "gear:everything".')
  expect((await create('--scope', 'read', '--expires', 'soon')).err).toContain('"soon" is no moment.')
  expect((await create('--scope', 'read', '--rate', 'fast')).err).toContain('"fast" is no rate.')
  expect((await create('--scope', 'read', '--expires', '2001-01-01')).err).toMatch(
    /\[validation_failed\][^]*#\/expires_at/,
  )
  expect((await kitroom(['key', 'rotate', 'x', '--overlap', 'long'])).err).toContain('"long" is no length of time.')
})

it('profile shows and changes both profiles', async () => {
  const set = await kitroom([
    'profile',
    'set',
    '--timezone',
    'Europe/Berlin',
    '--city',
    'Köln',
    '--default-tax-rate',
    '19',
    '--business-phone',
    '',
  ])
  expect(set.code).toBe(0)
  expect(set.out).toMatch(/^timezone +Europe\/Berlin$/m)
  expect(set.out).toMatch(/^default_tax_rate +19$/m)
  const data = await json<{
    profile: { city: string }
    studioProfile: { business_phone: null; default_tax_rate: number }
  }>('profile', 'show')
  expect(data).toMatchObject({
    profile: { city: 'Köln' },
    studioProfile: { business_phone: null, default_tax_rate: 19 },
  })
  const emptyRun = await kitroom(['profile', 'set'])
  expect(emptyRun).toMatchObject({ code: 1, out: '' })
  expect(emptyRun.err).toContain('Say what to change: --full-name, --email')
  expect((await kitroom(['profile', 'set', '--timezone', 'Berlin'])).err).toContain('#/updates/profile/timezone')
})

it('subscription shows and changes the subscription', async () => {
  expect(await json('subscription', 'set', '--tier', 'free')).toMatchObject({ tier: 'free', status: 'active' })
  expect((await kitroom(['subscription', 'show'])).out).toMatch(/^tier +free$/m)
  expect((await kitroom(['subscription', 'set', '--tier', 'gold'])).err).toContain('#/updates/tier')
  expect((await kitroom(['subscription', 'set'])).err).toContain('Say what to change: --tier, --status.')
})

it('document creates, changes, lists and deletes documents', async () => {
  const madeDocument = await json<{ id: string }>(
    'document',
    'create',
    '--type',
    'insurance',
    '--title',
    'Studio',
    '--expires-on',
    '2027-05-01',
    '--amount',
    '1200.5',
  )
  expect(madeDocument).toMatchObject({
    type: 'insurance',
    title: 'Studio',
    expires_on: '2027-05-01',
    amount: 1200.5,
    source: 'settings',
  })
  const updateRun = await kitroom(['document', 'update', madeDocument.id, '--amount', '', '--provider', 'Allianz'])
  expect(updateRun.out).toMatch(/^amount +\(empty\)$/m)
  expect(updateRun.out).toMatch(/^provider +Allianz$/m)
  const listRun = await kitroom(['document', 'list', '--type', 'insurance', '--expires-to', '2027-12-31'])
  expect(listRun.out).toMatch(
    new RegExp(`^${madeDocument.id}  insurance  2027-05-01  Studio  Allianz   settings$`, 'm'),
  )
  expect(listRun.out).toMatch(/1 of 1\n$/)
  expect((await kitroom(['document', 'get', madeDocument.id])).out).toMatch(/^title +Studio$/m)
  expect((await kitroom(['document', 'create', '--title', 'No type'])).err).toContain('#/type')
  expect((await kitroom(['document', 'update', madeDocument.id])).err).toContain('Say what to change: --type, --title')
  expect(await kitroom(['document', 'delete', madeDocument.id])).toMatchObject({
    code: 0,
    out: `Deleted: ${madeDocument.id}\n`,
  })
  expect((await kitroom(['document', 'get', madeDocument.id])).err).toContain('[not_found]')
})

it('audit lists, exports and verifies the audit log', async () => {
  for (const type of ['camera', 'lens', 'drone'])
    await kitroom(['gear', 'list', '--type', type], { KITROOM_API_KEY: server.apiKey })
  const listReads = (): Promise<CommandResult> =>
    kitroom(['audit', 'list', '--method', 'GET', '--limit', '1', '--status', '2xx'])
  // Audit rows of reads are written up to a second later.
  await expect.poll(async () => (await listReads()).err).toContain('Next page: --cursor ')
  const list = await listReads()
  expect(list.out).toMatch(/^at +status +count +method +path/)
  const { data } = JSON.parse((await kitroom(['audit', 'list', '--json'])).out) as { data: { request_id: string }[] }
  expect(data.length).toBeGreaterThanOrEqual(4)

  const csv = join(server.dataFolder, 'audit.csv')
  expect(await kitroom(['audit', 'export', '--out', csv])).toMatchObject({ code: 0, err: `Written: ${csv}\n` })
  const rows = readFileSync(csv, 'utf8').trim().split(/\r?\n/)
  expect(rows[0]).toMatch(/^seq,at,request_id/)
  expect(rows.length).toBeGreaterThan(data.length)
  expect((await kitroom(['audit', 'export', '--out', join(server.dataFolder, 'audit.txt')])).err).toContain(
    '"txt" is no format',
  )

  const verifyRun = await kitroom(['audit', 'verify'])
  expect(verifyRun).toMatchObject({ code: 0, err: '' })
  const chainHead = /^Head: ([0-9a-f]{64})$/m.exec(verifyRun.out)?.[1] ?? ''
  const verifiedRun = await kitroom(['audit', 'verify', '--head', chainHead])
  expect(verifiedRun.out).toContain('The head you gave is part of it.')
  const otherHeadRun = await kitroom(['audit', 'verify', '--head', '0123456789abcdef'.repeat(4)])
  expect(otherHeadRun).toMatchObject({ code: 1 })
  expect(otherHeadRun.out).toContain('The head you gave is NOT part of it')
})

it('event list lists events', async () => {
  const { data } = JSON.parse((await kitroom(['event', 'list', '--type', 'document.*', '--json'])).out) as {
    data: { type: string }[]
  }
  expect(data.map((event) => event.type)).toEqual(['document.deleted', 'document.updated', 'document.created'])
  expect((await kitroom(['event', 'list', '--type', 'boat.*'])).err).toContain('type:')
})
