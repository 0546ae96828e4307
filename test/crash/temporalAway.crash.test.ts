import { afterAll, beforeAll, expect, it } from 'vitest'
import { emailChannel } from '../support/mail/ledger.ts'
import { startMailServer, type MailServer } from '../support/mail/mailServer.ts'
import { openTemporalGate, type TemporalGate } from '../support/temporalGate.ts'
import { testTemporal } from '../support/temporal.ts'
import { until } from '../support/wait.ts'
import { startProcess } from '../worker/support/process.ts'
import { openStudio, type Studio } from '../worker/support/studio.ts'

// The worker itself reports that Temporal is away, because no workflow can.

const REFUSED_SUBJECT = 'Temporal refuses this worker'
const RECOVERED_SUBJECT = 'Temporal answers again, and work continues'

let mail: MailServer
let gate: TemporalGate
let studio: Studio

beforeAll(async () => {
  mail = await startMailServer()
  const { address, namespace } = testTemporal()
  gate = await openTemporalGate(address)
  studio = await openStudio(
    { address: gate.address, namespace },
    { config: `reminders: { channels: [${emailChannel(mail.port)}] }` },
  )
})
afterAll(async () => {
  await studio[Symbol.asyncDispose]()
  await gate[Symbol.asyncDispose]()
  await mail.stop()
})

const subjects = (): string[] => mail.mails.map(({ email }) => email.subject ?? '')
const openProblems = (): Promise<unknown[]> =>
  studio.stateSql("select 1 from problem where ended_at is null and code like 'temporal_%'")
/** Backdates open problems, so that they began more than ten minutes ago. */
const backdateProblems = (): Promise<unknown> =>
  studio.stateSql("update problem set began_at = '2026-01-01T00:00:00.000Z' where ended_at is null")

/** Waits until a worker has checked its problems several times: it renews its lease for that at most once a check. */
async function waitForChecks(): Promise<void> {
  const seen = new Set<string>()
  await until('the problems are checked', async () => {
    for (const row of await studio.stateSql<{ expires_at: string }>(
      "select expires_at from lease where name = 'problems'",
    ))
      seen.add(row.expires_at)
    return seen.size > 3
  })
}

it('an outage of more than ten minutes is mailed once, even through restarts, and so is its end', async () => {
  gate.refuse = 'UNAUTHENTICATED'
  await until('it is a problem', async () => (await openProblems()).length === 1)
  await waitForChecks()
  expect(subjects(), 'a short outage is not mailed').toEqual([])
  await backdateProblems()
  await until('the outage is mailed', async () => subjects().length > 0)
  expect(subjects()).toEqual([REFUSED_SUBJECT])
  expect(mail.mails[0]?.email.text).toContain(
    'What that means: Syncs, new reminders and the daily run wait until it is available.',
  )
  expect(mail.mails[0]?.email.text).toMatch(/What to do: Temporal refuses this worker: its key \(TEMPORAL_API_KEY\)/)

  await studio.worker.stop()
  const waitingWorker = startProcess('worker/main.ts', studio.environment())
  await waitingWorker.waitForLog(/refuses this worker/)
  await waitForChecks()
  expect(subjects(), 'the next worker does not mail it again').toEqual([REFUSED_SUBJECT])
  gate.refuse = undefined
  await waitingWorker.waitForLog('ready')
  await until('the end of the outage is mailed', async () => subjects().length > 1)
  expect(subjects()).toEqual([REFUSED_SUBJECT, RECOVERED_SUBJECT])
  expect(await waitingWorker.stop()).toBe(0)
})

it('an outage is mailed by a worker that starts during it', async () => {
  const countBefore = subjects().length
  gate.refuse = 'UNAUTHENTICATED'
  const waitingWorker = startProcess('worker/main.ts', studio.environment())
  await until('it is a problem', async () => (await openProblems()).length === 1)
  await backdateProblems()
  await until('the outage is mailed', async () => subjects().length > countBefore)
  expect(subjects().slice(countBefore)).toEqual([REFUSED_SUBJECT])
  expect(await waitingWorker.stop()).toBe(0)
  gate.refuse = undefined
  await studio.startWorker()
  await until('the end of the outage is mailed', async () => subjects().length > countBefore + 1)
  expect(subjects().slice(countBefore)).toEqual([REFUSED_SUBJECT, RECOVERED_SUBJECT])
})
