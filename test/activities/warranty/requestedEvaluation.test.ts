// @postgres
import { MockActivityEnvironment } from '@temporalio/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createNotifyCoverage } from '../../../activities/warranty/notifyCoverage.ts'
import { createReconcileWarranties } from '../../../activities/warranty/reconcileWarranties.ts'
import type { WarrantyDeps } from '../../../activities/warranty/types.ts'
import type { Counts } from '../../../activities/shared/automation.ts'
import { createClient, type Client } from '../../../client/client.ts'
import { loadConfig } from '../../../config/config.ts'
import { API_BASE } from '../../../contract/api/operations.ts'
import { systemClock } from '../../../platform/clock.ts'
import { createSilentLog } from '../../../platform/log.ts'
import { toStudioDay } from '../../../platform/studioDay.ts'
import type { Database } from '../../../platform/sql/types.ts'
import { openState } from '../../../state/database/open.ts'
import { addKey, createAccount } from '../../support/account.ts'
import { createApi } from '../../support/api.ts'
import { createDataFolder, startInProcessServer, type DataFolder, type InProcessServer } from '../../support/server.ts'
import { newStateUrl } from '../../support/stateUrl.ts'

// The daily run requests an evaluation of warranties, and other evaluations may end before it reads the answer.

const clock = systemClock
const today = toStudioDay(clock.nowMs(), 'UTC')

let folder: DataFolder
let server: InProcessServer
let state: Database
let client: Client
let clientWithoutDocuments: Client

beforeAll(async () => {
  folder = createDataFolder()
  server = await startInProcessServer(folder.databaseFile, clock)
  const account = await createAccount(folder.dataDir, 'Studio')
  const withoutDocuments = await addKey(folder.databaseFile, account.account_id, {
    scopes: ['gear:read', 'profile:read'],
  })
  client = createClient({ url: server.url + API_BASE, token: account.api_key })
  clientWithoutDocuments = createClient({ url: server.url + API_BASE, token: withoutDocuments })
  state = await openState(await newStateUrl(folder.dataDir), clock)
  const api = createApi(server.url, account.api_key)
  for (let count = 0; count < 2; count++)
    await api.createItem({ brand: 'Canon', model: 'EOS R5', warranty_expires_on: today })
})
afterAll(async () => {
  await Promise.all([client.close(), clientWithoutDocuments.close()])
  await state.close()
  await server.stop()
  folder[Symbol.dispose]()
})

/**
 * Runs the daily run's step. Its request is evaluated with the first client, and further evaluations follow before it
 * reads the answer.
 */
async function reconcile(...clients: readonly Client[]): Promise<Counts> {
  const deps: Omit<WarrantyDeps, 'api' | 'wakeCoverage'> = {
    state,
    clock,
    log: createSilentLog(),
    readConfig: async () => loadConfig(''),
  }
  const evaluateAll = async (): Promise<void> => {
    for (const api of clients) {
      await Promise.allSettled([
        new MockActivityEnvironment().run(
          createNotifyCoverage({ ...deps, api, wakeCoverage: async () => undefined }).notifyCoverage,
        ),
      ])
    }
  }
  const { reconcileWarranties } = createReconcileWarranties({
    ...deps,
    api: client,
    wakeCoverage: evaluateAll,
  })
  return new MockActivityEnvironment().run(reconcileWarranties, { day: today })
}

it('the daily run gets the counts of the evaluation that it requested, not of a later one', async () => {
  expect(await reconcile(client, client)).toMatchObject({ covers: 2, opened: 2 })
  expect(await reconcile(client, client, client)).toMatchObject({ covers: 2, queued: 0, opened: 0 })
})

it('the daily step fails if that evaluation failed, also when a later one succeeded', async () => {
  await expect(reconcile(clientWithoutDocuments, client)).rejects.toMatchObject({ type: 'insufficient_scope' })
  expect(await reconcile(client, clientWithoutDocuments), 'and the other way round').toMatchObject({ covers: 2 })
})

it('the daily step fails if the API does not accept the key, instead of waiting for an evaluation', async () => {
  const unknownClient = createClient({ url: server.url + API_BASE, token: 'unknown' })
  await expect(reconcile(unknownClient)).rejects.toMatchObject({ type: 'invalid_api_key' })
  await unknownClient.close()
})
