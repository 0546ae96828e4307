import { Client, Connection } from '@temporalio/client'
import { expect } from 'vitest'
import { toEventId } from '../../../calendars/google/event.ts'
import {
  accountPrefix,
  CHANGED_SIGNAL,
  googleCalendarWorkflowId,
  taskQueue,
  workflowNames,
} from '../../../contract/temporal.ts'
import { createWebhookSecret } from '../../../platform/webhookSignature.ts'
import type { CalendarEvent } from '../../google/calendar/event.ts'
import type { CalendarRole, StoredCalendar } from '../../google/calendar/storedCalendar.ts'
import { startGoogle, type FakeGoogle } from '../../google/google.ts'
import { writeKeyFile } from '../../google/keyFile.ts'
import type { Item } from '../../support/api.ts'
import { testTemporal } from '../../support/temporal.ts'
import { deliver, openNewEvents } from '../../worker/support/events.ts'
import { until } from '../../support/wait.ts'
import { openStudio, type Studio } from '../../worker/support/studio.ts'

const today = Temporal.Now.plainDateISO('UTC')
export const dayOf = (days: number): string => today.add({ days }).toString()

type Timestamp = { seconds?: { toNumber(): number } | null; nanos?: number | null }

/** The time between two moments, in ms: rounded once, as rounding each moment may differ by one. */
function toDelayMs(from: Timestamp, to: Timestamp): number {
  const seconds = (to.seconds?.toNumber() ?? 0) - (from.seconds?.toNumber() ?? 0)
  return Math.round(seconds * 1000 + ((to.nanos ?? 0) - (from.nanos ?? 0)) / 1e6)
}

const secret = createWebhookSecret()

/**
 * A studio in Berlin whose calendar `team` is written to a calendar at Google, which is shared with its service
 * account.
 */
export interface PushStudio extends AsyncDisposable {
  google: FakeGoogle
  calendar: StoredCalendar
  studio: Studio
  /** Address of the service account. */
  email: string
  /** @param googleSettings lines below `google:` */
  configure(settings?: string, googleSettings?: string): void
  createShoot(fields?: Record<string, unknown>): Promise<Item>
  patchShoot(shoot: Item, updates: Record<string, unknown>): Promise<void>
  deleteShoot(shoot: Item): Promise<void>
  /** Delivers the events since the last call, as the server does. */
  deliverEvents(): Promise<void>
  /** Wakes the workflow, or starts it. */
  wake(id?: string): Promise<unknown>
  /**
   * Wakes the workflow and waits until a push that began afterwards has left nothing undone.
   * @param id of a calendar; default `team`
   */
  push(id?: string, googleId?: string): Promise<void>
  /**
   * The push that waits for its next attempt: why, and for how long, in ms; undefined while it runs or after it is
   * done.
   */
  findRetry(): Promise<Retry | undefined>
  /** Ends the workflow, which the next push starts again: nobody wants to wait for an hour. */
  terminate(): Promise<void>
  /** Lets the next push compare all events. */
  forgetReconciliation(): Promise<void>
  event(shoot: Item, generation?: number): CalendarEvent
  /** Events that are shown, by title. */
  shown(): CalendarEvent[]
  /** Calls of a method so far, such as `calendar.events.insert`. */
  count(method: string): number
}

interface Retry {
  code: string
  delayMs: number
}

interface PushOptions {
  settings?: string
  role?: CalendarRole
  ownProcess?: 'worker'
}

const configOf = (id: string, settings: string, googleSettings: string): string =>
  `calendars:\n  - id: team\n    name: Studio\n    ${settings}\n    google:\n      calendar: ${id}${googleSettings}\n`

export async function openPushStudio({
  settings = '',
  role = 'writer',
  ownProcess,
}: PushOptions = {}): Promise<PushStudio> {
  const google = await startGoogle()
  const key = google.addServiceAccount()
  const calendar = google.addCalendar({ summary: 'Studio', sharedWith: { [key.client_email]: role } })
  const workerEnv = {
    KITROOM_GOOGLE_URL: google.url,
    KITROOM_GOOGLE_KEY_FILE: writeKeyFile(key),
    KITROOM_WEBHOOK_SECRET: secret,
  }
  const studio = await openStudio(testTemporal(), { config: '', workerEnv, ...(ownProcess && { ownProcess }) })
  await studio.settings.patch('/profile', { updates: { profile: { timezone: 'Europe/Berlin' } } })
  const { address, namespace } = testTemporal()
  const connection = await Connection.connect({ address })
  const { workflow } = new Client({ connection, namespace })
  const account = accountPrefix(studio.accountId)
  const workflowId = googleCalendarWorkflowId(account, 'team')
  const readNewEvents = openNewEvents(studio)
  const wake = (id = 'team') =>
    workflow.signalWithStart(workflowNames.googleCalendar, {
      workflowId: googleCalendarWorkflowId(account, id),
      taskQueue: taskQueue(account),
      args: [{ calendar: id }],
      signal: CHANGED_SIGNAL,
      signalArgs: [],
    })
  const findPushedAt = async (googleId: string): Promise<string> =>
    (
      await studio.stateSql<{ pushed_at: string | null }>(
        'select pushed_at from google_push where google_id = ?',
        googleId,
      )
    )[0]?.pushed_at ?? ''
  const configure = (more = settings, googleSettings = ''): void =>
    studio.configure(configOf(calendar.id, more, googleSettings))
  configure()
  const path = (shoot: Item): string => `/shoots/${shoot.id}`
  return {
    google,
    calendar,
    studio,
    email: key.client_email,
    configure,
    createShoot: async (fields = {}) => {
      const reply = await studio.api.post('/shoots', {
        title: 'Lookbook',
        client_name: 'Ada',
        shoot_date: dayOf(10),
        shoot_time: '10:00',
        ...fields,
      })
      expect(reply.status).toBe(201)
      return reply.item()
    },
    patchShoot: async (shoot, updates) => expect((await studio.api.patch(path(shoot), { updates })).status).toBe(200),
    deleteShoot: async (shoot) => expect((await studio.api.delete(path(shoot))).status).toBe(200),
    deliverEvents: async () => {
      const ingress = String((await studio.worker.waitForLog('ready'))['ingress'])
      for (const event of await readNewEvents()) await deliver(ingress, event, { secrets: [secret] })
    },
    wake,
    push: async (id = 'team', googleId = calendar.id) => {
      // The push that is under way may have read before; the one after it has not.
      for (let pushes = 0; pushes < 2; pushes++) {
        const before = await findPushedAt(googleId)
        await wake(id)
        await until('the calendar is complete', async () => (await findPushedAt(googleId)) > before)
      }
    },
    findRetry: async () => {
      const { raw } = await workflow.getHandle(workflowId).describe()
      const [activity] = raw.pendingActivities ?? []
      if (!activity?.nextAttemptScheduleTime || !activity.lastAttemptCompleteTime) return undefined
      const code = activity.lastFailure?.applicationFailureInfo?.type ?? ''
      return { code, delayMs: toDelayMs(activity.lastAttemptCompleteTime, activity.nextAttemptScheduleTime) }
    },
    terminate: async () => void (await workflow.getHandle(workflowId).terminate()),
    forgetReconciliation: async () => void (await studio.stateSql('update google_push set reconciled_at = null')),
    event: (shoot, generation = 0) => calendar.event(toEventId(shoot.id, generation)),
    shown: () =>
      calendar
        .events()
        .filter(({ status }) => status !== 'cancelled')
        .toSorted((a, b) => ((a.summary ?? '') < (b.summary ?? '') ? -1 : 1)),
    count: (method) => google.calls.filter((call) => call.method === method).length,
    [Symbol.asyncDispose]: async () => {
      await connection.close()
      await studio[Symbol.asyncDispose]()
      await google.stop()
    },
  }
}
