import type { Config } from '../../../config/config.ts'
import type { Person } from '../../../config/people.ts'
import { toIsoTime } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import { holdUntried, holdUntil, releaseUntried } from '../../../state/reminders/reminderHolds.ts'
import { readStudioTimeZone } from '../../../state/schedules/schedules.ts'
import { listPeopleOf, type Recipient } from '../routes.ts'
import { findDigestTimes, findQuietEnd, type DailyRunTime } from './personTimes.ts'

type Address = Pick<Recipient, 'channel' | 'recipient'>

/**
 * Finds the end of the quiet hours that all people with an address share; undefined if one of them gets messages now.
 */
function findCommonQuietEnd(people: readonly Person[], nowMs: number, studioZone: string): number | undefined {
  if (people.length === 0) return undefined
  const ends = people.map(({ quiet, timezone }) => quiet && findQuietEnd(quiet, nowMs, timezone ?? studioZone))
  return ends.every((end) => end !== undefined) ? Math.min(...ends) : undefined
}

/** Finds the digest that all people with an address share; undefined if one of them has none. */
function findCommonDigest(
  people: readonly Person[],
  nowMs: number,
  dailyRun: DailyRunTime,
): { lastMs: number; nextMs: number } | undefined {
  if (people.length === 0) return undefined
  const times = people.map(
    ({ digest, timezone }) => digest && findDigestTimes(digest, nowMs, timezone ?? dailyRun.timeZone, dailyRun),
  )
  if (!times.every((time) => time !== undefined)) return undefined
  return {
    lastMs: Math.max(...times.map(({ lastMs }) => lastMs)),
    nextMs: Math.min(...times.map(({ nextMs }) => nextMs)),
  }
}

/**
 * Postpones a recipient's reminders to the next digest or the end of the quiet hours, and releases those that are due.
 */
export async function holdForPeople(
  tx: Tx,
  config: Config,
  { channel, recipient }: Address,
  nowMs: number,
): Promise<void> {
  const people = listPeopleOf(config, { channel, recipient })
  const dailyRun = { at: config.reminders.at, timeZone: await readStudioTimeZone(tx) }
  const to = { channel, recipient, now: toIsoTime(nowMs) }
  const digest = findCommonDigest(people, nowMs, dailyRun)
  await releaseUntried(tx, { ...to, createdUntil: toIsoTime(digest?.lastMs ?? nowMs) })
  if (digest) await holdUntried(tx, { ...to, createdAfter: toIsoTime(digest.lastMs), until: toIsoTime(digest.nextMs) })
  const quietEndMs = findCommonQuietEnd(people, nowMs, dailyRun.timeZone)
  if (quietEndMs !== undefined) await holdUntil(tx, { ...to, until: toIsoTime(quietEndMs) })
}

/** True if all people who share an address get digests. */
export const getsDigest = (config: Config, to: Address): boolean => {
  const people = listPeopleOf(config, to)
  return people.length > 0 && people.every(({ digest }) => digest !== undefined)
}
