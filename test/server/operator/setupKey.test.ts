import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccount, runOperatorCommand, type TestAccount } from '../../support/account.ts'
import { runSql } from '../../support/database.ts'
import { startServer, createDataFolder, type ChildServer, type DataFolder } from '../../support/server.ts'
import { createSettings } from '../../support/settings.ts'

let folder: DataFolder
let server: ChildServer
let account: TestAccount

interface SetupKey {
  key_id: string | null
  owner_key: string | null
}
const setupKey = (...flags: string[]): Promise<SetupKey> =>
  runOperatorCommand(folder.dataDir, 'setupKey', '--account', account.account_id, ...flags) as Promise<SetupKey>

beforeAll(async () => {
  folder = createDataFolder()
  server = await startServer(folder.dataDir)
  account = await createAccount(folder.dataDir, 'Studio')
})
afterAll(async () => {
  await server.stop()
  folder[Symbol.dispose]()
})

it('setupKey creates an owner key for ten minutes, unless the endpoint exists and has not failed', async () => {
  const url = 'https://worker.example.com/webhooks/kitroom'
  const { id } = (
    await createSettings(server.url, account.owner_key).post('/webhooks', { url, events: ['document.*'] })
  ).item()
  const set = (status: string, reason: string | null): Promise<unknown> =>
    runSql(
      folder.databaseFile,
      'update webhook_endpoint set status = ?, disabled_reason = ? where id = ?',
      status,
      reason,
      id,
    )
  expect(await setupKey('--unless-webhook', id)).toEqual({ key_id: null, owner_key: null })
  await set('disabled', 'owner')
  expect((await setupKey('--unless-webhook', id)).owner_key, 'its owner wants it off').toBeNull()
  await set('disabled', 'failing')
  const madeKey = await setupKey('--unless-webhook', id)
  const key = (await createSettings(server.url, madeKey.owner_key ?? '').get(`/keys/${madeKey.key_id}`)).item()
  expect(key).toMatchObject({ kind: 'owner', name: 'Setup', revoked_at: null })
  expect(Date.parse(String(key['expires_at'])) - Date.parse(key.created_at)).toBe(10 * 60 * 1000)
})
