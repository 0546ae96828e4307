// Lives many days by a script of what can go wrong, which repeats every 60 days.
import { expect } from 'vitest'
import { wakeCoverage } from '../../../worker/wakeups/kinds/coverage.ts'
import { events } from '../../../worker/wakeups/kinds/events.ts'
import { runWakeup } from '../../../worker/wakeups/wakeup.ts'
import { dayOf, textOf, type DayNumber } from '../yearModel.ts'
import { liveDay, liveNoon, moveTo, type Lived, type Script } from './days.ts'
import { addDocument, buy, moveCoverage } from './edits.ts'
import { openLife } from './openLife.ts'
import { addMeter, markReadingDay, readMeterAt } from './readings.ts'
import { peopleOf, plansOf, toConfigText } from './settings.ts'
import { countOpenWorkflows, settle } from './settle.ts'
import { startLosableTemporal, type LosableTemporal } from './temporal.ts'
import { exists, type Coverage } from './world.ts'
import { runSeed } from '../../support/seed.ts'

const PERIOD_DAYS = 60
const BUSY_EVERY_DAYS = 3
/** The day of the period on which all channels have worked again. */
const CHANNELS_WORK_AGAIN = 37
const isIn = (day: number, from: number, to: number): boolean => day >= from && day <= to
/** Besides sources, calendars and open escalations, of which there are none. */
const MAX_OPEN_WORKFLOWS = 10

/** The seed of a run. */
export const seed = runSeed

/** What happens at noon of a day of the period. */
function createScript(firstDay: DayNumber): Script {
  let moved: Coverage | undefined
  let isEdited = false
  let hasLeft = false
  return async (lived, day) => {
    const [period, at] = [Math.floor((day - firstDay) / PERIOD_DAYS), (day - firstDay) % PERIOD_DAYS]
    await readMeterAt(lived, at)
    if (at === 11) moved = await addDocument(lived, 'insurance', null, day + 9)
    if (at === 12 && moved && exists(moved)) await moveCoverage(lived, moved, day + 60)
    if (at === 14 && moved && exists(moved)) await moveCoverage(lived, moved, day + 6)
    const willLeave = at === 40
    const willReturn = at === (period % 2 === 0 ? 49 : 58)
    if (at !== 10 && !willLeave && !willReturn) return false
    if (at === 10) isEdited = !isEdited
    hasLeft = willLeave || (hasLeft && !willReturn)
    const { world, studio, receivers } = lived
    world.plans = plansOf(isEdited)
    world.people = peopleOf(hasLeft)
    await studio.configure(toConfigText(world.plans, world.people, receivers.addresses))
    return at !== 10
  }
}

/** Temporal has lost everything. The worker notices it and starts its workflows again. */
async function wipe({ studio }: Lived, temporal: LosableTemporal): Promise<void> {
  await temporal.wipe()
  await runWakeup(studio.worker, events)
  await wakeCoverage(studio.worker)
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
  lived.isBusyDay = at % BUSY_EVERY_DAYS === 0
  markReadingDay(lived)
  return at === 23
}

async function equip(lived: Lived, today: DayNumber): Promise<void> {
  const purchases = [
    '2026-12-31',
    '2027-01-31',
    '2026-11-30',
    '2027-02-28',
    '2026-08-29',
    '2027-02-11',
    '2026-12-15',
    '2027-02-14',
  ]
  for (const [index, since] of purchases.entries())
    await buy(lived, index, dayOf(since), today, index % 2 === 0 ? today - 10 + index * 15 : null)
  await addDocument(lived, 'insurance', null, today + 31)
  await addDocument(lived, 'warranty', lived.world.items[4] ?? null, today + 62)
  await addMeter(lived)
}

/** Each recipient learns once that a channel fails, and then once that it works again. */
function checkProblems({ problems }: Lived): number {
  const ofChannel = Map.groupBy(problems, (line) =>
    line.replace(/ (?:do not get through by the channel|get through by) (\S+).*$/, ' $1'),
  )
  for (const [about, lines] of ofChannel) {
    const isBegin = (line: string): boolean => line.includes('do not get through')
    expect(lines.map(isBegin), `${about}: begins and ends`).toEqual(lines.map((_line, index) => index % 2 === 0))
  }
  return problems.length
}

/** Lives days from `firstDay` on, and compares the product with the model at each moment. @returns what happened */
export async function live(firstDay: DayNumber, days: number): Promise<string> {
  await using temporal = await startLosableTemporal()
  await using lived = await openLife(firstDay, temporal, seed)
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
    if (days > PERIOD_DAYS && index % PERIOD_DAYS === PERIOD_DAYS - 1)
      console.log(`seed ${seed}: ${index + 1} of ${days} days`)
    if (!textOf(day + 1).endsWith('-01') || lived.isWorkerDown) continue
    const open = await countOpenWorkflows(lived.studio, MAX_OPEN_WORKFLOWS)
    expect(open, `${textOf(day)}: open workflows`).toBeLessThanOrEqual(MAX_OPEN_WORKFLOWS)
    largest = Math.max(largest, open)
  }
  const problems = checkProblems(lived)
  if (days > CHANNELS_WORK_AGAIN) expect(problems, 'messages of problems').toBeGreaterThan(0)
  const { messages, reminders, records } = lived.counts
  const { notices, shoots, metered } = lived.world
  const sentOnce = notices.filter(({ state }) => state === 'sent').length
  return [
    `${messages} messages with ${reminders} reminders (${sentOnce} of them of shoots, covered repairs and readings) and ${problems} of problems`,
    `${records} maintenance records, ${shoots.length} shoots, ${metered?.use.reports.length} falls and jumps of a meter`,
    `at most ${largest} open workflows`,
  ].join(', ')
}
