import { afterAll, beforeAll, expect, it } from 'vitest'
import { ReminderMessage } from '../../contract/control/reminderMessage.ts'
import { createWebhookSecret } from '../../platform/webhookSignature.ts'
import { fullOrSmall } from '../support/counts.ts'
import { runSql } from '../support/database.ts'
import { emailChannel } from '../support/mail/ledger.ts'
import { startMailServer, type MailServer } from '../support/mail/mailServer.ts'
import { createSeededRandom } from '../support/random.ts'
import { inStateSchema } from '../support/stateUrl.ts'
import { testTemporal } from '../support/temporal.ts'
import { emptyDatabaseUrl, hasPostgres, withoutPostgres } from '../support/testDatabase.ts'
import { startReceiver, type Receiver } from '../support/webhooks.ts'
import { pause, until } from '../support/wait.ts'
import { openDays, type Days } from '../worker/support/days.ts'
import { startSecondHost, type SecondHost } from '../worker/support/secondHost.ts'
import { openStudio, type Studio } from '../worker/support/studio.ts'
import { readMail } from '../worker/years/readMessages.ts'
import { runSeed } from '../support/seed.ts'

// Two workers share one state, and are killed again and again while they send hundreds of reminders.

const ROUNDS = fullOrSmall(5, 1)
const KILLS_PER_ROUND = fullOrSmall(4, 2)
const DOCUMENTS = 6
const RECIPIENTS = Array.from({ length: 50 }, (_, index) => `person${index + 10}@example.com`)
const WEBHOOKS = Array.from({ length: 10 }, (_, index) => `team-${index}`)
/** Time that a receiver takes for a message, so that a kill comes while some are sent. */
const RECEIVE_MS = 40
const seed = runSeed
const random = createSeededRandom(seed)

/** A message as it arrived, with the ids of its records. */
interface Arrival {
  to: string
  messageId: string
  subjects: string
}

let stateUrl: string
let studio: Studio
let second: SecondHost
let days: Days
let mail: MailServer
let webhook: Receiver
const arrivals: Arrival[] = []

/** Messages about problems, such as a daily run that takes long, are of no interest. */
function arrive(arrival: Arrival): void {
  if (arrival.subjects !== '') arrivals.push(arrival)
}

const toSubjects = (ids: readonly string[]): string =>
  ids
    .map((id) => id.slice(-8))
    .toSorted()
    .join(' ')

function configOf(mailPort: number): string {
  const webhooks = WEBHOOKS.map(
    (id) => `{ id: ${id}, type: webhook, url_env: KITROOM_CHANNEL_TEAM, secret_env: KITROOM_CHANNEL_TEAM_SECRET }`,
  )
  return `reminders: { channels: [${[emailChannel(mailPort, { to: RECIPIENTS.join(', ') }), ...webhooks].join(', ')}] }`
}

beforeAll(async () => {
  if (!hasPostgres) return
  mail = await startMailServer({
    onMail: async (received) => {
      const { recipient, messageId, reminders } = readMail(received)
      arrive({ to: recipient, messageId, subjects: toSubjects(reminders.map(({ id }) => id)) })
      await pause(RECEIVE_MS, 'a receiver takes a while')
      return undefined
    },
  })
  webhook = await startReceiver((arrival, response) => {
    const { id, data } = ReminderMessage.parse(JSON.parse(arrival.body))
    const warranties = data.reminders.filter(({ kind }) => kind === 'warranty')
    arrive({ to: data.channel, messageId: id, subjects: toSubjects(warranties.map(({ subject }) => subject)) })
    void pause(RECEIVE_MS, 'a receiver takes a while').then(() => response.writeHead(204).end())
  })
  stateUrl = await emptyDatabaseUrl()
  const workerEnv = {
    KITROOM_WORKER_DATABASE_URL: stateUrl,
    KITROOM_CHANNEL_TEAM: webhook.url,
    KITROOM_CHANNEL_TEAM_SECRET: createWebhookSecret(),
    KITROOM_CHANNEL_ALLOW: '127.0.0.1/32:*',
  }
  studio = await openStudio(testTemporal(), { ownProcess: 'worker', config: configOf(mail.port), workerEnv })
  second = await startSecondHost(studio)
  days = await openDays(testTemporal(), studio)
})
afterAll(async () => {
  if (!hasPostgres) return
  await days[Symbol.asyncDispose]()
  await second[Symbol.asyncDispose]()
  await studio[Symbol.asyncDispose]()
  await mail.stop()
  await webhook[Symbol.asyncDispose]()
})

const today = Temporal.Now.plainDateISO('UTC')

/** Kills a random one of the two workers, and starts it again. */
async function killOne(): Promise<void> {
  const isFirst = random.chance(0.5)
  await (isFirst ? studio : second).worker.kill()
  await pause(random.int(1500), 'a killed worker is away for a random while')
  await (isFirst ? studio.startWorker() : second.start())
}

/** The messages by their ids. A repeated message is the same. */
function listMessages(): Arrival[] {
  const messages = new Map<string, Arrival>()
  for (const arrival of arrivals) {
    expect(arrival).toEqual(messages.get(arrival.messageId) ?? arrival)
    messages.set(arrival.messageId, arrival)
  }
  return [...messages.values()]
}

/** Reminders that are not sent any more: sent, or sent twice without a confirmation. */
async function countSent(): Promise<number> {
  const text =
    "select count(*) as n from reminder where kind = 'warranty' and (state = 'sent' or (state = 'unknown' and resent = 1))"
  return Number((await runSql<{ n: number }>(inStateSchema(stateUrl), text))[0]?.n)
}

it.skipIf(!hasPostgres)(
  `two workers deliver each reminder once, or again with the same id, through ${ROUNDS * KILLS_PER_ROUND} kills (seed ${seed})${withoutPostgres}`,
  async () => {
    const subjects: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const arrivedBefore = arrivals.length
      for (let index = 0; index < DOCUMENTS; index++) {
        const fields = {
          type: 'insurance',
          title: `Policy ${round}.${index}`,
          expires_on: today.add({ days: 7 }).toString(),
        }
        subjects.push((await studio.settings.post('/documents', fields)).item().id)
      }
      const runningDay = days.runDay(today.toString())
      await until('the first message arrives', async () => arrivals.length > arrivedBefore)
      for (let kills = 0; kills < KILLS_PER_ROUND; kills++) {
        await pause(random.int(900), 'the kill comes at a random moment')
        await killOne()
      }
      const all = subjects.length * (RECIPIENTS.length + WEBHOOKS.length)
      await until('all are sent', async () => (await countSent()) === all)
      await runningDay
    }
    const messages = listMessages()
    const received = messages.flatMap(({ to, subjects: those }) =>
      those.split(' ').map((subject) => `${to} ${subject}`),
    )
    const expected = [...RECIPIENTS, ...WEBHOOKS].flatMap((to) =>
      subjects.map((subject) => `${to} ${subject.slice(-8)}`),
    )
    expect(received.toSorted(), 'each recipient has each reminder in one message').toEqual(expected.toSorted())
    console.log(
      `seed ${seed}: ${messages.length} messages, ${arrivals.length - messages.length} of them repeated under their id`,
    )
  },
)
