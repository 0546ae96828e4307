import { countDaysBetween } from '../../../platform/studioDay.ts'

/** Number of days with readings that make a usual rate. */
const MIN_DAYS = 4
/** Maximum number of days with a new reading in the usual rate. */
const MAX_DAYS = 10
/** A rise of more than this many times the usual rate is a jump. */
const JUMP_FACTOR = 10

export interface Reading {
  value: number
  /** Time of the reading, ISO 8601 UTC. */
  at: string
}

export interface Meter {
  /** The last reading, without an unconfirmed jump. */
  reading: Reading
  /** Last reading per day, for the last days with a new reading, oldest first. */
  recent: readonly (readonly [day: string, value: number])[]
  /** Reading of a jump that no later reading has confirmed. */
  pending: Reading | undefined
}

/** `confirmed`: the reading after a jump confirms it. `corrected`: the jump was taken back. */
export type MeterChange = 'first' | 'same' | 'risen' | 'fallen' | 'jumped' | 'confirmed' | 'corrected'

const dayOf = ({ at }: Reading): string => at.slice(0, 10)

/** Computes the rise per day over the last days with a new reading; undefined with fewer than four such days. */
export function findUsualRate({ recent }: Pick<Meter, 'recent'>): number | undefined {
  const [first, last] = [recent[0], recent.at(-1)]
  if (!first || !last || recent.length < MIN_DAYS) return undefined
  return (last[1] - first[1]) / countDaysBetween(first[0], last[0])
}

function addRecent(recent: Meter['recent'], reading: Reading): Meter['recent'] {
  const day = dayOf(reading)
  return [...recent.filter(([earlierDay]) => earlierDay < day), [day, reading.value] as const].slice(-MAX_DAYS)
}

function isJump(meter: Meter, from: Reading, to: Reading): boolean {
  const rate = findUsualRate(meter)
  if (rate === undefined) return false
  return to.value - from.value > JUMP_FACTOR * rate * Math.max(1, countDaysBetween(dayOf(from), dayOf(to)))
}

const startMeter = (...readings: readonly Reading[]): Meter => ({
  reading: readings.at(-1) as Reading,
  recent: readings.reduce<Meter['recent']>(addRecent, []),
  pending: undefined,
})

/** Adds the present reading to a meter. A falling meter and a confirmed jump restart the usual rate. */
export function observeReading(meter: Meter | undefined, reading: Reading): { meter: Meter; change: MeterChange } {
  if (!meter) return { meter: startMeter(reading), change: 'first' }
  const { reading: last, pending } = meter
  if (reading.value === pending?.value) return { meter, change: 'same' }
  if (reading.value === last.value)
    return pending ? { meter: { ...meter, pending: undefined }, change: 'corrected' } : { meter, change: 'same' }
  if (reading.value < last.value) return { meter: startMeter(reading), change: 'fallen' }
  if (pending && reading.value > pending.value && !isJump(meter, pending, reading))
    return { meter: startMeter(pending, reading), change: 'confirmed' }
  if (isJump(meter, last, reading)) return { meter: { ...meter, pending: reading }, change: 'jumped' }
  return { meter: { reading, recent: addRecent(meter.recent, reading), pending: undefined }, change: 'risen' }
}
