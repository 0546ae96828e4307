import { Client, Connection, type WorkflowHandle } from '@temporalio/client'
import { expect } from 'vitest'
import { accountPrefix, coverageWorkflowId } from '../../../contract/temporal.ts'
import { createWebhookSecret } from '../../../platform/webhookSignature.ts'
import type { Item } from '../../support/api.ts'
import { testTemporal } from '../../support/temporal.ts'
import { deliver, type SentEvent } from '../../worker/support/events.ts'
import { openStudio, type Studio } from '../../worker/support/studio.ts'
import { until } from '../../support/wait.ts'

const secret = createWebhookSecret()
const today = Temporal.Now.plainDateISO('UTC')
export const dateIn = (days: number): string => today.add({ days }).toString()

interface Reminder {
  due_on: string
  step: number
  payload: string
  state: string
}

interface Delivered {
  times?: number
  /** Events of other types are not sent. */
  type?: string
}

/** A studio whose worker hears of documents by events, with a client of its Temporal. */
export interface CoverageStudio extends AsyncDisposable {
  studio: Studio
  temporal: Client
  account: string
  documentOf: (gear: Item) => Promise<string>
  addInsurance: (title: string, expiresOn: string) => Promise<string>
  patchWarranty: (gear: Item, expiresOn: string) => Promise<void>
  /** Sends events of a record to the worker, newest first. */
  deliverEvents: (record: string, delivered?: Delivered) => Promise<void>
  remindersOf: (subject: string) => Promise<Reminder[]>
  /** End date, step and state of each reminder. */
  stepsOf: (subject: string) => Promise<string[]>
  /** The watched end dates of a document. */
  endsOf: (document: string) => Promise<string[]>
  isInboxEmpty: () => Promise<boolean>
  coverage: () => WorkflowHandle
}

/** Polls until the value is the wanted one: events are handled a moment after they arrive. */
export async function expectEventually<T>(read: () => Promise<T>, expectedValue: T): Promise<void> {
  const isExpected = (value: T): boolean => JSON.stringify(value) === JSON.stringify(expectedValue)
  await until(`it is ${JSON.stringify(expectedValue)}`, () => read().then(isExpected, () => false))
}

/** Sends a stored event to the worker. */
export async function deliverEvent({ worker }: Studio, event: SentEvent): Promise<number> {
  const ingress = String((await worker.waitForLog('ready'))['ingress'])
  return (await deliver(ingress, event, { secrets: [secret] })).status
}

async function sendEvents(studio: Studio, record: string, { times = 1, type = '' }: Delivered = {}): Promise<void> {
  const events = await studio.apiSql<SentEvent>(
    "select id, body from event where record_id = ? and type like ? || '%' order by seq desc",
    record,
    type,
  )
  expect(events.length).toBeGreaterThan(0)
  for (let time = 0; time < times; time++)
    for (const event of events) expect(await deliverEvent(studio, event)).toBeLessThan(300)
}

/** Opens a studio whose worker has listed the inventory, so that from then on only the daily run lists it. */
export async function openCoverageStudio(): Promise<CoverageStudio> {
  const { address, namespace } = testTemporal()
  const studio = await openStudio(testTemporal(), {
    config: '',
    ownProcess: 'worker',
    workerEnv: { KITROOM_WEBHOOK_SECRET: secret },
  })
  const connection = await Connection.connect({ address })
  const temporal = new Client({ connection, namespace })
  const account = accountPrefix(studio.accountId)
  await expectEventually(
    async () => (await studio.stateSql('select 1 from coverage_watch where listed_on is not null')).length,
    1,
  )
  const remindersOf = (subject: string): Promise<Reminder[]> =>
    studio.stateSql<Reminder>(
      'select due_on, step, payload, state from reminder where subject = ? order by created_at',
      subject,
    )
  return {
    studio,
    temporal,
    account,
    documentOf: async (gear) => (await studio.api.get(`/documents?gear_id=${gear.id}`)).items()[0]?.id ?? '',
    async addInsurance(title, expiresOn) {
      const body = { type: 'insurance', title, expires_on: expiresOn, provider: 'Allianz' }
      const reply = await studio.settings.post('/documents', body)
      expect(reply.status).toBe(201)
      return reply.item().id
    },
    async patchWarranty(gear, expiresOn) {
      const reply = await studio.api.patch(`/gear/${gear.id}`, { updates: { warranty_expires_on: expiresOn } })
      expect(reply.status).toBe(200)
    },
    deliverEvents: (record, delivered) => sendEvents(studio, record, delivered),
    remindersOf,
    stepsOf: async (subject) =>
      (await remindersOf(subject)).map(({ due_on, step, state }) => `${due_on} ${step} ${state}`),
    endsOf: async (document) =>
      (
        await studio.stateSql<{ expires_on: string }>('select expires_on from coverage where document_id = ?', document)
      ).map((row) => row.expires_on),
    isInboxEmpty: async () => (await studio.stateSql('select 1 from inbox_todo')).length === 0,
    coverage: () => temporal.workflow.getHandle(coverageWorkflowId(account)),
    async [Symbol.asyncDispose]() {
      await connection.close()
      await studio[Symbol.asyncDispose]()
    },
  }
}
