import { afterAll, beforeAll, expect, it } from 'vitest'
import { IssuedKey } from '../../../../contract/settings/keys.ts'
import { createAccount, type TestAccount } from '../../../support/account.ts'
import { createApi, type Reply } from '../../../support/api.ts'
import { runSql } from '../../../support/database.ts'
import { checkInvariants } from '../../../support/invariants.ts'
import {
  fakeClock,
  startInProcessServer,
  createDataFolder,
  type DataFolder,
  type FakeClock,
  type InProcessServer,
} from '../../../support/server.ts'
import { createSettings } from '../../../support/settings.ts'
import { dropDatabase } from '../../../support/testDatabase.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let folder: DataFolder
let account: TestAccount
let clocks: { here: FakeClock; there: FakeClock }
let firstServer: InProcessServer
let secondServer: InProcessServer

beforeAll(async () => {
  folder = createDataFolder()
  account = await createAccount(folder.dataDir, 'Alice')
  const startMs = Date.now()
  clocks = { here: fakeClock(startMs), there: fakeClock(startMs) }
  firstServer = await startInProcessServer(folder.databaseFile, clocks.here)
  secondServer = await startInProcessServer(folder.databaseFile, clocks.there)
})
afterAll(async () => {
  await Promise.all([firstServer.stop(), secondServer.stop()])
  await checkInvariants(folder.databaseFile)
  await dropDatabase(folder.databaseFile)
  folder[Symbol.dispose]()
})

const issuedKey = (reply: Reply): IssuedKey & { key: string } => {
  expect(reply.status).toBe(201)
  const key = IssuedKey.parse(reply.item())
  return { ...key, key: key.key ?? '' }
}
const owner = (server: InProcessServer = firstServer) => createSettings(server.url, account.owner_key)
const make = async (fields: Record<string, unknown> = {}) =>
  issuedKey(await owner().post('/keys', { name: 'Robot', scopes: ['gear:read'], ...fields }))
const status = async (key: string, server: InProcessServer): Promise<number> =>
  (await createApi(server.url, key).get('/gear')).status
const statuses = async (key: string): Promise<number[]> => [
  await status(key, firstServer),
  await status(key, secondServer),
]

/** Moves the account's clock ahead for good, by a write of a server whose clock is ahead. */
async function moveAccountAhead(ms: number): Promise<void> {
  clocks.here.move(ms)
  expect(
    (
      await createApi(firstServer.url, account.api_key).post('/gear', {
        gear_type: 'camera',
        brand: 'Canon',
        model: 'Ahead',
      })
    ).status,
  ).toBe(201)
  clocks.here.move(-ms)
}

const moveBothClocks = (ms: number): void => {
  clocks.here.move(ms)
  clocks.there.move(ms)
}

for (const aheadMs of [HOUR_MS, 200 * DAY_MS]) {
  it(`a revoked or rotated key is refused from the next request on while the account's clock is ${aheadMs / HOUR_MS} h ahead`, async () => {
    const [revokedKey, rotatedKey] = [await make(), await make()]
    expect(await statuses(revokedKey.key)).toEqual([200, 200])
    expect(await statuses(rotatedKey.key)).toEqual([200, 200])
    await moveAccountAhead(aheadMs)
    expect((await owner().delete(`/keys/${revokedKey.id}`)).status).toBe(200)
    expect(await statuses(revokedKey.key)).toEqual([401, 401])
    const nextKey = issuedKey(await owner().post(`/keys/${rotatedKey.id}/rotate`, { overlap_seconds: 0 }))
    expect(await statuses(rotatedKey.key)).toEqual([401, 401])
    expect(await statuses(nextKey.key)).toEqual([200, 200])
    // Neither key works again when a clock is set back.
    clocks.there.move(-aheadMs)
    expect(await status(revokedKey.key, secondServer)).toBe(401)
    expect(await status(rotatedKey.key, secondServer)).toBe(401)
    clocks.there.move(aheadMs)
  })
}

it('an overlap ends by the server’s clock, not by the account’s', async () => {
  const oldKey = await make()
  await moveAccountAhead(300 * DAY_MS)
  const nextKey = issuedKey(await owner().post(`/keys/${oldKey.id}/rotate`, { overlap_seconds: 3600 }))
  moveBothClocks(HOUR_MS - 1)
  expect(await statuses(oldKey.key)).toEqual([200, 200])
  moveBothClocks(1)
  expect(await statuses(oldKey.key)).toEqual([401, 401])
  expect(await statuses(nextKey.key)).toEqual([200, 200])
})

it('a key for one hour works for that hour while the account’s clock is months ahead', async () => {
  await moveAccountAhead(400 * DAY_MS)
  const nowMs = clocks.here.nowMs()
  const key = await make({ expires_at: new Date(nowMs + HOUR_MS).toISOString() })
  expect(key.created_at).toBe(new Date(nowMs).toISOString())
  expect(await statuses(key.key)).toEqual([200, 200])
  const nextKey = issuedKey(await owner().post(`/keys/${key.id}/rotate`, {}))
  expect(nextKey.expires_at).toBe(key.expires_at)
  moveBothClocks(HOUR_MS)
  expect(await statuses(key.key)).toEqual([401, 401])
})

it('a server whose clock is 30 s behind refuses keys that another has revoked or rotated', async () => {
  const [revokedKey, rotatedKey] = [await make(), await make()]
  clocks.here.move(30_000)
  expect((await owner().delete(`/keys/${revokedKey.id}`)).status).toBe(200)
  issuedKey(await owner().post(`/keys/${rotatedKey.id}/rotate`, { overlap_seconds: 0 }))
  expect(await statuses(revokedKey.key)).toEqual([401, 401])
  expect(await statuses(rotatedKey.key)).toEqual([401, 401])
  clocks.here.move(-30_000)
})

it('a key that was rotated without overlap is shown as revoked, and cannot be rotated again', async () => {
  const oldKey = await make()
  const nextKey = issuedKey(await owner().post(`/keys/${oldKey.id}/rotate`, { overlap_seconds: 0 }))
  const shownKey = (await owner().get(`/keys/${oldKey.id}`)).item()
  expect(shownKey).toMatchObject({ replaced_by: nextKey.id, revoked_at: new Date(clocks.here.nowMs()).toISOString() })
  const secondReply = await owner().post(`/keys/${oldKey.id}/rotate`, {})
  expect(secondReply).toBeProblem(409, 'key_not_live')
})

it('a test event is due now while the account’s clock is ahead', async () => {
  const { id } = (await owner().post('/webhooks', { url: 'https://example.com/hook', events: ['*'] })).item()
  await moveAccountAhead(500 * DAY_MS)
  expect((await owner().post(`/webhooks/${id}/test`, {})).status).toBe(202)
  const rows = await runSql<{ next_at_ms: number }>(
    folder.databaseFile,
    'select next_at_ms from webhook_delivery where endpoint_id = ?',
    id,
  )
  expect(rows.map((row) => row.next_at_ms <= clocks.here.nowMs())).toEqual([true])
  const rotatedSecret = (await owner().post(`/webhooks/${id}/rotate-secret`, { overlap_seconds: 3600 })).item()
  expect(rotatedSecret['old_secret_until']).toBe(new Date(clocks.here.nowMs() + HOUR_MS).toISOString())
})
