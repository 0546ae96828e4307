import { expect, it } from 'vitest'
import { createAccount } from '../../../support/account.ts'
import { createApi } from '../../../support/api.ts'
import { createSettings } from '../../../support/settings.ts'
import { startServer, createDataFolder } from '../../../support/server.ts'
import { readStoredText } from './storedText.ts'

it('a key is never stored or logged, whatever is done with it', async () => {
  using folder = createDataFolder()
  const server = await startServer(folder.dataDir, { env: { KITROOM_LOG_LEVEL: 'trace' } })
  const account = await createAccount(folder.dataDir, 'Secret')
  const owner = createSettings(server.url, account.owner_key)
  const secrets = [account.owner_key, account.api_key]
  const remember = (text: string): { id: string } => {
    const { data } = JSON.parse(text) as { data: { id: string; key: string } }
    secrets.push(data.key)
    return data
  }
  const idempotent = (key: string): Record<string, string> => ({ 'idempotency-key': key })
  const firstKey = remember((await owner.post('/keys', { name: 'One', scopes: ['gear:read'] }, idempotent('a'))).text)
  await owner.post('/keys', { name: 'One', scopes: ['gear:read'] }, idempotent('a'))
  remember((await owner.post(`/keys/${firstKey.id}/rotate`, {}, idempotent('b'))).text)
  await owner
    .post('/keys', { name: secrets[2], scopes: ['gear:read'], key: secrets[3] })
    .then((reply) => expect(reply.status).toBe(422))
  for (const secret of secrets) {
    await createApi(server.url, secret).get(`/gear?api_key=${secret}`)
    await createApi(server.url, secret).get('/gear')
  }
  expect(secrets.every((secret) => /^(sk|ok)_studio_[0-9A-Za-z]{49}$/.test(secret))).toBe(true)
  await server.stop()
  const storedText = await readStoredText(folder.databaseFile, folder.dataDir, server.log)
  expect(storedText).toContain('One')
  for (const secret of secrets) expect(storedText).not.toContain(secret.slice(10))
})
