import { emptyAllowList } from '../../platform/outbound/allowList.ts'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { syncItemStatusExclusively } from '../../activities/maintenance/followService.ts'
import { queueNotifications } from '../../activities/notify/queue.ts'
import { listRecipients } from '../../activities/notify/routes.ts'
import { createDueReminderSender } from '../../activities/notify/send/sendReminders.ts'
import { createClient } from '../../client/client.ts'
import { loadConfig } from '../../config/config.ts'
import { API_BASE } from '../../contract/api/operations.ts'
import { systemClock } from '../../platform/clock.ts'
import { createSilentLog } from '../../platform/log.ts'
import type { Database } from '../../platform/sql/types.ts'
import { openState } from '../../state/database/open.ts'
import { createWithLock } from '../../state/hosts/withLock.ts'
import { createAccount } from '../support/account.ts'
import { createApi } from '../support/api.ts'
import { runSql } from '../support/database.ts'
import { configOf, emailChannel, reminderOf } from '../support/mail/ledger.ts'
import { startMailServer } from '../support/mail/mailServer.ts'
import { createDataFolder, startInProcessServer } from '../support/server.ts'
import { emptyDatabaseUrl, hasPostgres, withoutPostgres } from '../support/testDatabase.ts'
import { startStep } from './support/startStep.ts'
import { until } from '../support/wait.ts'
import { notificationKinds } from '../../activities/kinds.ts'

// A host is paused while it writes to the API or sends a mail. Another one takes over its work. Then the first one
// wakes.

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const closeOne of closers.splice(0).toReversed()) await closeOne()
})

async function openShared(): Promise<{ url: string; state: Database }> {
  const url = await emptyDatabaseUrl()
  const state = await openState(url, systemClock)
  closers.push(() => state.close())
  return { url, state }
}

const automationOf = (state: Database, config: string) => ({
  state,
  clock: systemClock,
  log: createSilentLog(),
  readConfig: () => Promise.resolve(loadConfig(config)),
})

/** Forwards requests to a server. A PATCH waits for `release` first. */
async function startProxy(target: string): Promise<{ url: string; patched: Promise<void>; release: () => void }> {
  const patched = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const forward = async (request: IncomingMessage) => {
    const body = await buffer(request)
    if (request.method === 'PATCH') {
      patched.resolve()
      await released.promise
    }
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers
    return fetch(target + (request.url ?? ''), {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(body.length > 0 && { body }),
    })
  }
  const server = createServer((request, response) => {
    void forward(request).then(async (answer) => {
      const headers = [...answer.headers].filter(
        ([name]) => !/^(content-encoding|content-length|transfer-encoding|connection)$/.test(name),
      )
      response.writeHead(answer.status, headers.flat()).end(Buffer.from(await answer.arrayBuffer()))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    patched: patched.promise,
    release: () => released.resolve(),
  }
}

it.skipIf(!hasPostgres)(
  `a host that was paused while it changed an item changes it once${withoutPostgres}`,
  async () => {
    const { url, state } = await openShared()
    using folder = createDataFolder()
    const server = await startInProcessServer(folder.databaseFile, systemClock)
    const account = await createAccount(folder.dataDir, 'Studio')
    const api = createApi(server.url, account.api_key)
    const item = await api.createItem({ gear_type: 'lens', status: 'available' })
    const service = {
      item_type: 'lens',
      item_id: item.id,
      service_type: 'Repair',
      service_date: '2027-03-01',
      status: 'in_progress',
    }
    expect((await api.post('/maintenance', service)).status).toBe(201)
    const proxy = await startProxy(server.url)
    const paused = startStep({
      step: 'gear',
      url,
      apiUrl: proxy.url + API_BASE,
      apiKey: account.api_key,
      gearId: item.id,
    })
    closers.push(() => paused.child.kill('SIGKILL'))
    await proxy.patched
    paused.child.kill('SIGSTOP')

    const client = createClient({ url: server.url + API_BASE, token: account.api_key, retries: 0 })
    const deps = { ...automationOf(state, ''), api: client, withLock: createWithLock(state, systemClock) }
    expect(await syncItemStatusExclusively(deps, item.id, new AbortController().signal)).toBe('set')
    proxy.release()
    paused.child.kill('SIGCONT')
    expect(await paused.readLine(), 'its write to the state is refused').toBe('LockLost')
    await client.close()
    const changes = "select count(*) as n from event where type = 'gear.updated' and record_id = ?"
    expect(await runSql(folder.databaseFile, changes, item.id)).toEqual([{ n: 1 }])
    expect((await api.get(`/gear/${item.id}`)).item()).toMatchObject({ status: 'maintenance' })
    await server.stop()
  },
)

it.skipIf(!hasPostgres)(
  `a mail whose sender was paused before its transfer is sent once${withoutPostgres}`,
  async () => {
    const { url, state } = await openShared()
    const firstRecipient = Promise.withResolvers<void>()
    const firstAnswer = Promise.withResolvers<undefined>()
    let recipients = 0
    const mail = await startMailServer({
      onRecipient: () => {
        if (++recipients > 1) return undefined
        firstRecipient.resolve()
        return firstAnswer.promise
      },
    })
    closers.push(() => mail.stop())
    const config = configOf(emailChannel(mail.port))
    await state.write((tx) =>
      queueNotifications(tx, [reminderOf('Canon R5')], listRecipients(loadConfig(config)), Date.now()),
    )
    const paused = startStep({ step: 'mail', url, config })
    closers.push(() => paused.child.kill('SIGKILL'))
    await firstRecipient.promise
    paused.child.kill('SIGSTOP')

    const noApi = { call: () => Promise.reject(new Error('reminders are sent without the API')) }
    const sendDue = createDueReminderSender({
      ...automationOf(state, config),
      api: noApi,
      kinds: notificationKinds,
      evaluators: {},
      secrets: {},
      allow: emptyAllowList,
    })
    const sendOnce = async () => (await sendDue(new AbortController().signal)).sent === 1
    await until('the claim expires and another host sends', sendOnce)
    firstAnswer.resolve(undefined)
    paused.child.kill('SIGCONT')
    expect(await paused.readLine()).toBe('0 sent')
    expect(mail.mails).toHaveLength(1)
  },
)
