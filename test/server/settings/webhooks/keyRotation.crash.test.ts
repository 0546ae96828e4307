import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createSecretBox } from '../../../../platform/secretBox.ts'
import { verifyWebhook } from '../../../../platform/webhookSignature.ts'
import { createAccount } from '../../../support/account.ts'
import type { Api } from '../../../support/api.ts'
import { runSql } from '../../../support/database.ts'
import { createDataFolder, startServer, type ChildServer } from '../../../support/server.ts'
import { createSettings } from '../../../support/settings.ts'
import { startReceiver } from '../../../support/webhooks.ts'
import { makeEndpoint, testResult, type Issued } from './support.ts'

// The encryption key is replaced: one start with both, then the earlier one goes.

const KEYS = [randomBytes(32), randomBytes(32)] as const
const [EARLIER, NEXT] = KEYS.map((key) => key.toString('base64')) as [string, string]
const ENDPOINTS = 230

it('after one start with two keys, secrets that the earlier one sealed sign as before with the new one alone', async () => {
  using folder = createDataFolder()
  await using receiver = await startReceiver()
  const accounts = [await createAccount(folder.dataDir, 'One'), await createAccount(folder.dataDir, 'Two')]
  const withKeys = async <T>(keys: string, work: (server: ChildServer, owners: Api[]) => Promise<T>): Promise<T> => {
    await using server = await startServer(folder.dataDir, {
      env: { KITROOM_ENCRYPTION_KEY: keys, KITROOM_WEBHOOK_ALLOW: '127.0.0.1/32:*' },
    })
    return await work(
      server,
      accounts.map(({ owner_key: key }) => createSettings(server.url, key)),
    )
  }
  const resealedBy = ({ log }: ChildServer): unknown =>
    log.find(({ msg }) => String(msg).includes('needs the earlier encryption key'))?.['resealed']
  const rows = () =>
    runSql<{ id: string; secret: string; old_secret: string | null; updated_at: string }>(
      folder.databaseFile,
      'select id, secret, old_secret, updated_at from webhook_endpoint order by id',
    )
  const [made, rotated] = await withKeys(EARLIER, async (server, owners) => {
    const endpoints: (Issued & { owner: number })[] = []
    for (const [owner, api] of owners.entries())
      endpoints.push({ ...(await makeEndpoint(api, { url: receiver.url })), owner })
    const [first] = endpoints
    const reply = await owners[0]?.post(`/webhooks/${first?.id}/rotate-secret`, { overlap_seconds: 3600 })
    expect({ status: reply?.status, resealedBy: resealedBy(server) }).toEqual({ status: 201, resealedBy: undefined })
    return [endpoints, String(reply?.item()['secret'])] as const
  })
  const before = await rows()
  const resealed = await withKeys(`${NEXT} ${EARLIER}`, async (server, owners) => {
    expect(await testResult(owners[0] as Api, made[0]?.id ?? '')).toBeNull()
    return resealedBy(server)
  })
  expect(resealed).toBe(2)
  const after = await rows()
  const next = createSecretBox(KEYS[1])
  const opened = new Map(
    after.map(({ id, secret, old_secret: old }) => [id, [next.open(secret, id), old && next.open(old, id)]]),
  )
  expect(made.map(({ id }) => opened.get(id))).toEqual([
    [rotated, made[0]?.secret],
    [made[1]?.secret, null],
  ])
  expect(after.map(({ updated_at: at }) => at)).toEqual(before.map(({ updated_at: at }) => at))
  expect(await withKeys(`${NEXT},${EARLIER}`, (server) => Promise.resolve(resealedBy(server)))).toBe(0)
  expect(await rows()).toEqual(after)
  await withKeys(NEXT, async (_server, owners) => {
    receiver.arrivals.length = 0
    for (const { id, owner } of made) expect(await testResult(owners[owner] as Api, id)).toBeNull()
  })
  const secrets = [rotated, made[1]?.secret ?? '']
  expect(
    receiver.arrivals.map(
      (arrival, index) => verifyWebhook({ ...arrival, secrets: [secrets[index] ?? ''], nowMs: Date.now() }).ok,
    ),
  ).toEqual([true, true])
  const audit = await runSql<{ entry: string }>(folder.databaseFile, 'select entry from audit')
  expect(JSON.stringify(audit)).not.toContain('seal')
})

it(`${ENDPOINTS} endpoints are sealed anew in pages, once, and those that no key opens are counted`, async () => {
  using folder = createDataFolder()
  const account = await createAccount(folder.dataDir, 'Many')
  const env = (keys: string) => ({ env: { KITROOM_ENCRYPTION_KEY: keys } })
  const earlier = createSecretBox(KEYS[0])
  {
    await using server = await startServer(folder.dataDir, env(EARLIER))
    await makeEndpoint(createSettings(server.url, account.owner_key))
  }
  const foreign = createSecretBox(randomBytes(32))
  const copies = Array.from({ length: ENDPOINTS - 1 }, (_, index) => {
    const id = `01900000-0000-7000-8000-${String(index + 1).padStart(12, '0')}`
    return [id, (index === 6 ? foreign : earlier).seal(`whsec_${index + 1}`, id)]
  })
  await runSql(
    folder.databaseFile,
    `insert into webhook_endpoint (account_id, id, url, events, status, secret, after_seq, failures_in_a_row, paused_until_ms, created_at, updated_at)
      select account_id, copy.column1, url, events, status, copy.column2, after_seq, failures_in_a_row, paused_until_ms, created_at, updated_at
      from (select * from webhook_endpoint) as made cross join (values ${copies.map(() => '(?, ?)').join(', ')}) as copy`,
    ...copies.flat(),
  )
  const next = createSecretBox(KEYS[1])
  const stored = () =>
    runSql<{ id: string; secret: string }>(folder.databaseFile, 'select id, secret from webhook_endpoint order by id')
  const counts: unknown[] = []
  for (const _start of [1, 2]) {
    await using server = await startServer(folder.dataDir, env(`${NEXT} ${EARLIER}`))
    const logged = (text: string) => server.log.find(({ msg }) => String(msg).includes(text))
    counts.push([
      logged('needs the earlier encryption key')?.['resealed'],
      logged('open with neither key')?.['unreadable'],
    ])
  }
  expect(counts).toEqual([
    [ENDPOINTS - 1, 1],
    [0, 1],
  ])
  const opened = (await stored()).flatMap(({ id, secret }) => {
    const isForeign = id.endsWith('000000000007')
    return isForeign ? [foreign.open(secret, id)] : [next.open(secret, id)]
  })
  expect(opened.filter((secret) => /^whsec_\d+$/.test(secret)).map((secret) => Number(secret.slice(6)))).toEqual(
    Array.from({ length: ENDPOINTS - 1 }, (_, index) => index + 1),
  )
})
