import { expect, it } from 'vitest'
import { createAccount } from '../../support/account.ts'
import { createApi } from '../../support/api.ts'
import { createSettings } from '../../support/settings.ts'
import { startServer, createDataFolder } from '../../support/server.ts'
import { dropDatabase } from '../../support/testDatabase.ts'

const countWarnings = (log: readonly Record<string, unknown>[]): number =>
  log.filter((line) => String(line['msg']).includes('KITROOM_RATE_LIMIT=off')).length

it('KITROOM_RATE_LIMIT=off disables the limits and their headers, and is logged once', async () => {
  using folder = createDataFolder()
  const server = await startServer(folder.dataDir, { env: { KITROOM_RATE_LIMIT: 'off' } })
  const { api_key: key } = await createAccount(folder.dataDir, 'Alice')
  const api = createApi(server.url, key)
  const replies = await Promise.all(Array.from({ length: 300 }, () => api.get('/gear?limit=1')))
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]))
  expect(replies[0]?.headers).not.toHaveProperty('ratelimit')
  const refusedReplies = await Promise.all(Array.from({ length: 100 }, () => api.as('nobody').get('/gear')))
  expect(new Set(refusedReplies.map((reply) => reply.status))).toEqual(new Set([401]))
  await server.stop()
  expect(countWarnings(server.log)).toBe(1)
  await dropDatabase(folder.databaseFile)
})

it('the rate limits are on by default', async () => {
  using folder = createDataFolder()
  const server = await startServer(folder.dataDir, { env: { KITROOM_RATE_LIMIT: '' } })
  const { owner_key: ownerKey } = await createAccount(folder.dataDir, 'Alice')
  const slowKeyReply = await createSettings(server.url, ownerKey).post('/keys', {
    name: 'Slow',
    scopes: ['gear:read'],
    rate_per_second: 1,
  })
  const api = createApi(server.url, String(slowKeyReply.item()['key']))
  const replies = await Promise.all(Array.from({ length: 100 }, () => api.get('/gear?limit=1')))
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200, 429]))
  await server.stop()
  expect(countWarnings(server.log)).toBe(0)
  await dropDatabase(folder.databaseFile)
})

it('a KITROOM_RATE_LIMIT other than on and off stops the start', async () => {
  using folder = createDataFolder()
  await expect(startServer(folder.dataDir, { env: { KITROOM_RATE_LIMIT: 'maybe' } })).rejects.toThrow(
    'before it listened',
  )
  await dropDatabase(folder.databaseFile)
})
