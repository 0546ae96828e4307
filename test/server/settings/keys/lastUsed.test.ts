import { expect, it } from 'vitest'
import type { Key } from '../../../../contract/settings/keys.ts'
import { createAccount } from '../../../support/account.ts'
import { createApi } from '../../../support/api.ts'
import { checkInvariants } from '../../../support/invariants.ts'
import { createSettings } from '../../../support/settings.ts'
import { fakeClock, startInProcessServer, createDataFolder, type TestServer } from '../../../support/server.ts'
import { dropDatabase } from '../../../support/testDatabase.ts'
import { until } from '../../../support/wait.ts'

const keysOf = async (server: TestServer, ownerKey: string): Promise<Map<string, Key>> => {
  const keys = (await createSettings(server.url, ownerKey).get('/keys')).items() as unknown as Key[]
  return new Map(keys.map((key) => [key.hint.slice(-4), key]))
}

it('the time and source address of a key’s last use are recorded to the minute, across servers and restarts', async () => {
  using folder = createDataFolder()
  const clock = fakeClock()
  const iso = (): string => new Date(clock.nowMs()).toISOString()
  const [firstServer, secondServer] = [
    await startInProcessServer(folder.databaseFile, clock),
    await startInProcessServer(folder.databaseFile, clock),
  ]
  const account = await createAccount(folder.dataDir, 'Alice')
  const [firstApi, secondApi] = [
    createApi(firstServer.url, account.api_key),
    createApi(secondServer.url, account.api_key),
  ]
  const api = async (server: TestServer): Promise<Key | undefined> =>
    (await keysOf(server, account.owner_key)).get(account.api_key.slice(-4))
  expect(await api(firstServer)).toMatchObject({ last_used_at: null, last_used_ip: null })
  const firstUse = iso()
  await firstApi.get('/gear')
  await until('the use is stored', async () => (await api(secondServer))?.last_used_at !== null)
  expect(await api(secondServer)).toMatchObject({ last_used_at: firstUse, last_used_ip: '127.0.0.1' })

  clock.move(59_999)
  for (let index = 0; index < 50; index++) await firstApi.get('/gear')
  clock.move(1)
  const secondUse = iso()
  await secondApi.get('/gear')
  await until('the use is stored', async () => (await api(firstServer))?.last_used_at !== firstUse)
  expect((await api(firstServer))?.last_used_at).toBe(secondUse)

  clock.move(120_000)
  const lastUse = iso()
  await firstApi.get('/gear')
  await secondApi.as('sk_studio_nobody').get('/gear')
  await firstServer.stop()
  expect((await api(secondServer))?.last_used_at).toBe(lastUse)
  await secondServer.stop()
  const restartedServer = await startInProcessServer(folder.databaseFile, clock)
  expect((await api(restartedServer))?.last_used_at).toBe(lastUse)
  await restartedServer.stop()
  await checkInvariants(folder.databaseFile)
  await dropDatabase(folder.databaseFile)
})

it('a use that is written late does not replace a later one', async () => {
  using folder = createDataFolder()
  const [earlyClock, lateClock] = [fakeClock(Date.UTC(2026, 0, 1)), fakeClock(Date.UTC(2026, 0, 2))]
  const [earlyServer, lateServer] = [
    await startInProcessServer(folder.databaseFile, earlyClock),
    await startInProcessServer(folder.databaseFile, lateClock),
  ]
  const account = await createAccount(folder.dataDir, 'Alice')
  await createApi(lateServer.url, account.api_key).get('/gear')
  await lateServer.stop()
  await createApi(earlyServer.url, account.api_key).get('/gear')
  await earlyServer.stop()
  const restartedServer = await startInProcessServer(folder.databaseFile)
  expect((await keysOf(restartedServer, account.owner_key)).get(account.api_key.slice(-4))?.last_used_at).toBe(
    '2026-01-02T00:00:00.000Z',
  )
  await restartedServer.stop()
  await dropDatabase(folder.databaseFile)
})
