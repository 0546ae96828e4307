import { expect, it } from 'vitest'
import { createAccount } from '../../../support/account.ts'
import { createApi } from '../../../support/api.ts'
import { runSql } from '../../../support/database.ts'
import { startServer, createDataFolder } from '../../../support/server.ts'
import { createSettings } from '../../../support/settings.ts'
import { onPostgres } from '../../../support/testDatabase.ts'
import { openSecretBox } from '../../../../platform/boxKey.ts'
import { readStoredText } from '../keys/storedText.ts'
import { ADDRESS, makeEndpoint, type Issued } from './support.ts'

it('an endpoint’s secret is stored only sealed and never logged; its address is in no log and no audit row', async () => {
  using folder = createDataFolder()
  const server = await startServer(folder.dataDir, { env: { KITROOM_LOG_LEVEL: 'trace' } })
  const account = await createAccount(folder.dataDir, 'Secret')
  const owner = createSettings(server.url, account.owner_key)
  const api = createApi(server.url, account.api_key)
  const idempotent = (key: string): Record<string, string> => ({ 'idempotency-key': key })
  const url = `${ADDRESS}?token=hidden-in-the-address`
  const { id, secret } = await makeEndpoint(owner, { url, events: ['gear.*'] }, idempotent('a'))
  await makeEndpoint(owner, { url, events: ['gear.*'] }, idempotent('a'))
  const rotatedSecret = (
    await owner.post(`/webhooks/${id}/rotate-secret`, {}, idempotent('b'))
  ).item() as unknown as Issued
  await owner.patch(`/webhooks/${id}`, { updates: { url: `${url}-2` } })
  await owner.post('/webhooks', { url: `http://x.example/?token=hidden-in-the-address`, events: ['*'], secret })
  await owner.post(`/webhooks/${id}/test`, {})
  await api.createItem()
  await owner.get(`/webhooks/${id}/deliveries`)
  await owner.get('/events')
  await server.stop()
  // On PostgreSQL the server warns: another server would have another key.
  expect(server.log.some(({ msg }) => String(msg).includes('KITROOM_ENCRYPTION_KEY'))).toBe(onPostgres)
  const secrets = [secret, rotatedSecret.secret]
  expect(secrets.every((text) => /^whsec_[A-Za-z0-9+/]{43}=$/.test(text))).toBe(true)
  const storedText = await readStoredText(folder.databaseFile, folder.dataDir, server.log)
  expect(storedText).toContain(id)
  for (const text of secrets) expect(storedText).not.toContain(text.slice(6, -1))
  const [row] = await runSql<{ secret: string; old_secret: string }>(
    folder.databaseFile,
    'select secret, old_secret from webhook_endpoint',
  )
  const box = openSecretBox(folder.dataDir)
  expect([row?.secret ?? '', row?.old_secret ?? ''].map((sealed) => box.open(sealed, id))).toEqual([
    rotatedSecret.secret,
    secret,
  ])
  const audit = await runSql<{ entry: string }>(folder.databaseFile, 'select entry from audit')
  expect(audit.length).toBeGreaterThan(5)
  for (const output of [JSON.stringify(audit), JSON.stringify(server.log)])
    expect(output).not.toContain('hidden-in-the-address')
})
