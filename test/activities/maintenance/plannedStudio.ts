import { join } from 'node:path'
import { MockActivityEnvironment } from '@temporalio/testing'
import type { Counts } from '../../../activities/shared/automation.ts'
import { createPlanMaintenance } from '../../../activities/maintenance/planMaintenance.ts'
import { createClient } from '../../../client/client.ts'
import { loadConfig } from '../../../config/config.ts'
import type { EventBody } from '../../../contract/events.ts'
import { API_BASE } from '../../../contract/api/operations.ts'
import { createSilentLog } from '../../../platform/log.ts'
import type { Database } from '../../../platform/sql/types.ts'
import { createWebhookSecret, signWebhook } from '../../../platform/webhookSignature.ts'
import { openState } from '../../../state/database/open.ts'
import { STATE_SCHEMA, type StateTables } from '../../../state/tables/schema.ts'
import { copyState } from '../../../state/database/transfer.ts'
import { createWithLock } from '../../../state/hosts/withLock.ts'
import { receiveRoute } from '../../../worker/ingress/receive.ts'
import { createAccount } from '../../support/account.ts'
import { createApi, type Api } from '../../support/api.ts'
import { createSettings } from '../../support/settings.ts'
import type { FakeClock } from '../../support/server.ts'
import { newStateUrl } from '../../support/stateUrl.ts'

/** An account, the state of its worker, and the step of the daily run that runs the plans. */
export interface PlannedStudio extends AsyncDisposable {
  api: Api
  settings: Api
  state: Database
  configure(config: string): void
  /** Runs the plans of a day. @returns its counts, and how many requests it took */
  planDay(day: string): Promise<{ counts: Counts; requests: number }>
  /** What reading all items would find, on a copy of the worker's state. */
  planAllOnCopy(day: string): Promise<Counts>
  /** Events that were not taken yet, oldest first. */
  takeEvents(): Promise<EventBody[]>
  /** Delivers an event to the worker's ingress. */
  deliver(event: EventBody): Promise<void>
  /** Day on which all items were read last; null before. */
  findFullReadDay(): Promise<string | null>
}

interface StudioPlace {
  url: string
  dataDir: string
  /** Of the worker's state. */
  folder: string
  clock: FakeClock
  timezone: string
}

export async function openPlannedStudio({
  url,
  dataDir,
  folder,
  clock,
  timezone,
}: StudioPlace): Promise<PlannedStudio> {
  const account = await createAccount(dataDir, 'Studio', { timezone })
  const [api, settings] = [createApi(url, account.api_key), createSettings(url, account.owner_key)]
  const client = createClient({ url: url + API_BASE, token: account.api_key })
  const stateUrl = await newStateUrl(folder)
  const state = await openState(stateUrl, clock)
  const log = createSilentLog()
  const secret = createWebhookSecret()
  const ingress = receiveRoute({ state, clock, log }, [secret], {
    queueSignals: () => undefined,
    stop: async () => undefined,
  })
  let config = loadConfig('')
  let requests = 0
  const countedClient: Pick<typeof client, 'call'> = {
    call: (...input) => {
      requests += 1
      return client.call(...input)
    },
  }
  const createPlan = (database: Database): ((day: string) => Promise<Counts>) => {
    const deps = {
      state: database,
      api: countedClient,
      clock,
      log,
      readConfig: async () => config,
      withLock: createWithLock(database, clock),
    }
    const { planMaintenance } = createPlanMaintenance(deps)
    return (day) => new MockActivityEnvironment().run(planMaintenance, { day })
  }
  const plan = createPlan(state)
  let takenUntil = ''
  let copies = 0
  return {
    api,
    settings,
    state,
    configure: (text) => void (config = loadConfig(text)),
    planDay: async (day) => {
      requests = 0
      const counts = await plan(day)
      return { counts, requests }
    },
    planAllOnCopy: async (day) => {
      const copyUrl = `sqlite:${join(folder, `copy${++copies}.db`)}`
      await copyState(stateUrl, copyUrl, { clock, signal: AbortSignal.timeout(60_000) }, async () => undefined)
      const copy = await openState(copyUrl, clock)
      try {
        return await createPlan(copy)(day)
      } finally {
        await copy.close()
      }
    },
    takeEvents: async () => {
      const events: EventBody[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const reply = await settings.get(`/events?limit=200${cursor === '' ? '' : `&cursor=${cursor}`}`)
        const { data, pagination } = JSON.parse(reply.text) as {
          data: EventBody[]
          pagination: { next_cursor: string | null }
        }
        events.push(...data.filter(({ id }) => id > takenUntil))
        cursor = data.some(({ id }) => id <= takenUntil) ? null : pagination.next_cursor
      }
      takenUntil = events[0]?.id ?? takenUntil
      return events.toReversed()
    },
    deliver: async (event) => {
      const body = Buffer.from(JSON.stringify(event))
      const timestampS = Math.floor(clock.nowMs() / 1000)
      const headers = {
        'webhook-id': event.id,
        'webhook-timestamp': String(timestampS),
        'webhook-signature': signWebhook({ id: event.id, timestampS, body, secrets: [secret] }),
      }
      await ingress.handle({ method: 'POST', headers, params: {}, readBody: async () => body })
    },
    findFullReadDay: async () => {
      const rows = await state.read((tx) =>
        tx.query(tx.builder<StateTables>(STATE_SCHEMA).selectFrom('maintenance_planning').select('all_read_on')),
      )
      return rows[0]?.all_read_on ?? null
    },
    [Symbol.asyncDispose]: async () => {
      await client.close()
      await state.close()
    },
  }
}
