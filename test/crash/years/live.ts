// Lives many days by a script of what can go wrong, which repeats every 60 days.
import { expect } from 'vitest'
import { startPendingTopics } from '../../../worker/ingress/signal.ts'
import { startCoverage } from '../../../worker/coverageWorkflow.ts'
import { openInProcessStudio, type InProcessStudio } from '../../support/inProcessStudio.ts'
import { createSeededRandom } from '../../support/random.ts'
import { dayOf, textOf, type DayNumber } from '../yearModel.ts'
import { liveDay, liveNoon, moveTo, studioDay, type Lived, type Script } from './days.ts'
import { addDocument, buy, moveCoverage } from './life.ts'
import { openReceivers } from './receivers.ts'
import { chief, momentOf, peopleOf, plansOf, STUDIO_ZONE, toConfigText } from './settings.ts'
import { countOpenWorkflows, settle } from './settle.ts'
import { startLosableTemporal, type LosableTemporal } from './temporal.ts'
import { createTruthCheck } from './truth.ts'
import type { Coverage } from './world.ts'

const PERIOD_DAYS = 60
const isIn = (day: number, from: number, to: number): boolean => day >= from && day <= to
/** Besides sources, calendars and open escalations, of which there are none. */
const MAX_OPEN_WORKFLOWS = 10

/** The seed of a run: KITROOM_TEST_SEED, else another one each time. */
export const seed = Number(process.env['KITROOM_TEST_SEED'] ?? Date.now() % 1_000_000)

/** What happens at noon of a day of the period. */
function createScript(firstDay: DayNumber): Script {
  let moved: Coverage | undefined
  let isEdited = false
  let hasLeft = false
  return async (lived, day) => {
    const [period, at] = [Math.floor((day - firstDay) / PERIOD_DAYS), (day - firstDay) % PERIOD_DAYS]
    if (at === 11) moved = await addDocument(lived, 'insurance', null, day + 9)
    if (at === 12 && moved) await moveCoverage(lived, moved, day + 60)
    if (at === 14 && moved) await moveCoverage(lived, moved, day + 6)
    const willLeave = at === 40
    const willReturn = at === (period % 2 === 0 ? 49 : 58)
    if (at !== 10 && !willLeave && !willReturn) return false
    if (at === 10) isEdited = !isEdited
    hasLeft = willLeave || (hasLeft && !willReturn)
    const { world, studio, receivers } = lived
    world.plans = plansOf(isEdited)
    world.people = peopleOf(hasLeft)
    await studio.configure(toConfigText(world.plans, world.people, receivers.mail.port))
    return at !== 10
  }
}

/** Temporal has lost everything. The worker notices it and starts its workflows again. */
async function wipe({ studio }: Lived, temporal: LosableTemporal): Promise<void> {
  await temporal.wipe()
  await startPendingTopics(studio.worker)
  await startCoverage(studio.worker)
  await settle(studio)
}

/** What happens in the morning of a day of the period. @returns true when the worker starts */
async function beginDay(lived: Lived, temporal: LosableTemporal, index: number): Promise<boolean> {
  const { world, studio, receivers } = lived
  const at = index % PERIOD_DAYS
  receivers.setDown('mail', isIn(at, 30, 36))
  receivers.setDown('team', isIn(at, 33, 34))
  world.downChannels = new Set([...(isIn(at, 30, 36) ? ['mail'] : []), ...(isIn(at, 33, 34) ? ['team'] : [])])
  if (index === 4 || index === 45) await wipe(lived, temporal)
  if (at === 16) await studio.stopWorker()
  lived.isWorkerDown = isIn(at, 16, 22)
  return at === 23
}

async function open(firstDay: DayNumber, temporal: LosableTemporal): Promise<Lived & AsyncDisposable> {
  let studio: InProcessStudio | undefined
  const getStudio = (): InProcessStudio => {
    if (!studio) throw new Error('the studio is not open')
    return studio
  }
  const check = createTruthCheck(
    () => getStudio().api,
    () => studioDay(getStudio()),
  )
  const receivers = await openReceivers(check)
  const [plans, people] = [plansOf(false), peopleOf(false)]
  const begin = Temporal.Instant.fromEpochMilliseconds(momentOf(firstDay - 1, '12:00', STUDIO_ZONE)).toZonedDateTimeISO(STUDIO_ZONE)
  studio = await openInProcessStudio(toConfigText(plans, people, receivers.mail.port), begin, {
    temporal,
    hasEvents: true,
    workerEnv: receivers.workerEnv,
  })
  const world = {
    items: [],
    services: [],
    coverages: [],
    plans,
    people,
    escalatesTo: chief,
    planned: new Set<string>(),
    answers: [],
    downChannels: new Set<string>(),
  }
  return {
    world,
    studio,
    random: createSeededRandom(seed),
    receivers,
    isWorkerDown: false,
    counts: { messages: 0, reminders: 0, records: 0 },
    messageIds: new Set(),
    [Symbol.asyncDispose]: async () => {
      await getStudio()[Symbol.asyncDispose]()
      await receivers[Symbol.asyncDispose]()
    },
  }
}

async function equip(lived: Lived, today: DayNumber): Promise<void> {
  const purchases = ['2026-12-31', '2027-01-31', '2026-11-30', '2027-02-28', '2026-08-29', '2027-02-11', '2026-12-15', '2027-02-14']
  for (const [index, since] of purchases.entries()) await buy(lived, index, dayOf(since), today, index % 2 === 0 ? today - 10 + index * 15 : null)
  await addDocument(lived, 'insurance', null, today + 31)
  await addDocument(lived, 'warranty', lived.world.items[4] ?? null, today + 62)
}

/** Lives days from `firstDay` on, and compares the product with the model at each moment. @returns what happened */
export async function live(firstDay: DayNumber, days: number): Promise<string> {
  await using temporal = await startLosableTemporal()
  await using lived = await open(firstDay, temporal)
  await equip(lived, firstDay - 1)
  await liveNoon(lived, firstDay - 1, async () => false)
  const script = createScript(firstDay)
  let largest = 0
  for (let index = 0; index < days; index++) {
    const day = firstDay + index
    const isStarting = await beginDay(lived, temporal, index)
    if (isStarting) {
      moveTo(lived.studio, day, '08:00')
      await lived.studio.startWorker()
    }
    await liveDay(lived, day, script, !isStarting)
    if (!textOf(day + 1).endsWith('-01') || lived.isWorkerDown) continue
    const open = await countOpenWorkflows(lived.studio, MAX_OPEN_WORKFLOWS)
    expect(open, `${textOf(day)}: open workflows`).toBeLessThanOrEqual(MAX_OPEN_WORKFLOWS)
    largest = Math.max(largest, open)
  }
  const { messages, reminders, records } = lived.counts
  return `${messages} messages with ${reminders} reminders, ${records} maintenance records, at most ${largest} open workflows`
}
