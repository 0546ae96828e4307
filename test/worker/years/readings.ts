// A meter that rises as usual, falls once in a period, is typed wrong once while mail is down, and jumps once.
import { NaiveUse } from '../../activities/maintenance/useModel.ts'
import { toIsoTime } from '../../../platform/clock.ts'
import { patch, type Life } from './patch.ts'
import { USE } from './settings.ts'

const FIRST_READING = 1000
const TYPED_WRONG = 33
const CORRECTED = 36
const FALLS = 39
const JUMPS = 47
const JUMP = 5000
const NEW_METER = 15

async function setReading({ world, studio }: Life, value: number): Promise<void> {
  if (!world.metered) throw new Error('there is no meter')
  await patch(studio, `/gear/${world.metered.item.id}`, { shutter_count: value })
  Object.assign(world.metered, { value, readAt: toIsoTime(studio.clock.nowMs()) })
}

/** Gives the first item a meter. */
export async function addMeter(life: Life): Promise<void> {
  const [item] = life.world.items
  if (!item) throw new Error('there is no item')
  const use = new NaiveUse([{ id: USE.id, count: USE.count, lead: USE.lead }])
  life.world.metered = { item, plan: USE.id, value: 0, readAt: '', completedAt: undefined, isReadToday: true, use }
  await setReading(life, FIRST_READING)
}

/** The meter is read on busy days while the worker runs. */
export function markReadingDay({ world, isWorkerDown, isBusyDay }: Life): void {
  if (world.metered) world.metered.isReadToday = isBusyDay && !isWorkerDown
}

/** @param at day of the period */
export async function readMeterAt(life: Life, at: number): Promise<void> {
  const { world, random } = life
  if (!world.metered?.isReadToday) return
  const { value } = world.metered
  if (at === FALLS) await setReading(life, NEW_METER)
  else if (at === TYPED_WRONG || at === JUMPS) await setReading(life, value + JUMP)
  else await setReading(life, value + 20 + random.int(20) - (at === CORRECTED ? JUMP : 0))
}
