import type { Use } from '../../../config/use.ts'
import type { Meter, MeterChange, Reading } from './meter.ts'

/** Start from which a plan counts the use of an item. */
export interface Baseline {
  value: number
  /** ISO 8601 UTC. */
  since: string
  /** Time of the last completed service that was counted, ISO 8601 UTC. */
  completedAt: string | undefined
}

/** Observed readings of an item's meter. */
export interface Observation {
  /** The meter before the present reading; undefined if that is the first. */
  before: Meter | undefined
  after: Meter
  change: MeterChange
  /** The present reading. */
  reading: Reading
}

const later = (one: string, other: string): string => (one > other ? one : other)

/** Returns the observed reading that is nearest to the completion of a service. */
function readingAt({ before, after, reading }: Observation, completedAt: string): Reading {
  return before === undefined || reading.at <= completedAt ? after.reading : before.reading
}

const createBaseline = ({ value, at }: Reading, completedAt: string): Baseline => ({
  value,
  since: later(completedAt, at),
  completedAt,
})

function countCompletion(baseline: Baseline | undefined, seen: Observation, completedAt: string | undefined): Baseline {
  if (completedAt !== undefined && completedAt > (baseline?.completedAt ?? ''))
    return createBaseline(readingAt(seen, completedAt), completedAt)
  return baseline ?? { value: seen.after.reading.value, since: seen.reading.at, completedAt: undefined }
}

/**
 * Computes the baseline after an observation. A completed service and a falling meter start a new one.
 * @param completedAt last completed service of the plan's type, ISO 8601 UTC
 */
export function updateBaseline(
  baseline: Baseline | undefined,
  seen: Observation,
  completedAt: string | undefined,
): Baseline {
  const counted = countCompletion(baseline, seen, completedAt)
  const { after, before, change } = seen
  if (change === 'fallen') return { ...counted, value: after.reading.value, since: after.reading.at }
  // A baseline that was set during an unconfirmed jump has the reading before it.
  const jump = change === 'confirmed' ? before?.pending : undefined
  return jump && counted.since >= jump.at && counted.value < jump.value ? { ...counted, value: jump.value } : counted
}

/** Rounds a value: readings have decimals, and sums of them must not differ by rounding. */
const round = (value: number): number => Number(value.toFixed(6))

/** Finds the last reading at which a service was due, including its lead; undefined before the first. */
export function findDueReading(
  { count, lead }: Use,
  baseline: Pick<Baseline, 'value'>,
  value: number,
): number | undefined {
  const used = round(value + lead - baseline.value)
  const nearest = Math.round(used / count)
  const services = round(nearest * count) > used ? nearest - 1 : nearest
  return services < 1 ? undefined : round(baseline.value + services * count)
}
