import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MockActivityEnvironment } from '@temporalio/testing'
import { loadConfig } from '../../../config/config.ts'
import { createSendReminders } from '../../../activities/notify/send/sendReminders.ts'
import { readMessage } from '../../../contract/sentences/storedText.ts'
import { queueNotifications } from '../../../activities/notify/queue.ts'
import { listRecipients } from '../../../activities/notify/routes.ts'
import type { Notification, SendCounts } from '../../../activities/notify/types.ts'
import { createSilentLog } from '../../../platform/log.ts'
import { parseAllowList } from '../../../platform/outbound/allowList.ts'
import type { Database } from '../../../platform/sql/types.ts'
import type { ReminderRow } from '../../../state/tables/reminderTable.ts'
import { openState } from '../../../state/database/open.ts'
import { STATE_SCHEMA, type StateTables } from '../../../state/tables/schema.ts'
import { newStateUrl } from '../stateUrl.ts'
import { fakeClock, type FakeClock } from '../server.ts'
import { notificationKinds } from '../../../activities/kinds.ts'

const allowLoopback = parseAllowList(['127.0.0.0/8:*'])

/** A reminder ledger, with the activity that sends from it. */
export interface Ledger extends AsyncDisposable {
  state: Database
  clock: FakeClock
  /** Text of kitroom.yaml. */
  config: string
  /** Environment of the channels. */
  secrets: Record<string, string | undefined>
  queue(...notifications: Notification[]): Promise<number>
  send(): Promise<SendCounts>
  /** Its rows, with their errors in English. */
  rows(): Promise<ReminderRow[]>
  /** Updates all rows directly. */
  put(change: Partial<ReminderRow>): Promise<void>
}

export const emailChannel = (port: number, { id = 'mail', to = 'ada@example.com' } = {}): string =>
  `{ id: ${id}, type: email, from: gear@example.com, to: [${to}], smtp: { host: 127.0.0.1, port: ${port}, security: none } }`

export const configOf = (...channels: string[]): string => `reminders: { channels: [${channels.join(', ')}] }`

export const reminderOf = (subject: string, change: Partial<Notification> = {}): Notification => ({
  kind: 'warranty',
  subject,
  dueOn: '2027-04-04',
  step: 7,
  title: `The warranty of ${subject} ends in 7 days`,
  facts: [{ name: 'Ends on', value: '2027-04-04' }],
  ...change,
})

/** @param startsAt moment of its clock, ISO 8601; default: now */
export async function openLedger(config: string, startsAt?: string): Promise<Ledger> {
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-ledger-'))
  const clock = fakeClock(startsAt === undefined ? undefined : Date.parse(startsAt))
  const state = await openState(await newStateUrl(folder), clock)
  const api = { call: () => Promise.reject(new Error('reminders are sent without the API')) }
  const ledger: Ledger = {
    state,
    clock,
    config,
    secrets: {},
    queue: (...notifications) => {
      const recipients = listRecipients(loadConfig(ledger.config))
      return state.write((tx) => queueNotifications(tx, notifications, recipients, clock.nowMs()))
    },
    send: () => {
      const readConfig = () => Promise.resolve(loadConfig(ledger.config))
      const activities = createSendReminders({
        state,
        api,
        clock,
        log: createSilentLog(),
        readConfig,
        kinds: notificationKinds,
        evaluators: {},
        secrets: ledger.secrets,
        allow: allowLoopback,
      })
      return new MockActivityEnvironment().run(activities.sendReminders)
    },
    rows: async () => {
      const rows = await state.read((tx) =>
        tx.query(
          tx
            .builder<StateTables>(STATE_SCHEMA)
            .selectFrom('reminder')
            .selectAll()
            .orderBy('created_at')
            .orderBy('subject')
            .orderBy('channel')
            .orderBy('recipient'),
        ),
      )
      return rows.map((row) => ({ ...row, error: row.error === null ? null : readMessage(row.error) }))
    },
    put: async (change) =>
      void (await state.write((tx) =>
        tx.query(tx.builder<StateTables>(STATE_SCHEMA).updateTable('reminder').set(change)),
      )),
    [Symbol.asyncDispose]: async () => {
      await state.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return ledger
}
