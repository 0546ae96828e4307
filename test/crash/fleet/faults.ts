import type { Random } from '../../support/random.ts'
import { pause } from '../../support/wait.ts'
import type { Fleet } from './fleet.ts'
import type { Member } from './member.ts'

/** What was done to whom, for the output of a failed test. */
export interface FaultLog {
  kills: number
  pauses: number
  lines: string[]
}

export interface Faults {
  fleet: Fleet
  random: Random
  log: FaultLog
  /** The longest pause: above 20 seconds the locks of a paused worker expire. */
  maxPauseMs: number
}

const MAX_GAP_MS = 1500
const MAX_DOWN_MS = 1000

async function killAndRestart(member: Member, random: Random): Promise<void> {
  await member.kill()
  await pause(random.int(MAX_DOWN_MS), 'a killed process is away for a random while')
  await member.start()
}

async function stopFor(member: Member, ms: number): Promise<void> {
  member.pause(true)
  await pause(ms, 'the pause is the fault')
  member.pause(false)
}

/** Kills and pauses random processes, several at a time; never two faults of one process at once. */
export async function injectFaults({ fleet, random, log, maxPauseMs }: Faults, count: number): Promise<void> {
  const busy = new Map<Member, Promise<void>>()
  for (let number = 0; number < count; number++) {
    await pause(random.int(MAX_GAP_MS), 'faults come at random moments')
    const free = fleet.members.filter((member) => !busy.has(member))
    if (free.length === 0) await Promise.race(busy.values())
    const member = random.pick(fleet.members.filter((one) => !busy.has(one)))
    const isKill = random.chance(0.6)
    const pauseMs = random.chance(0.15) ? maxPauseMs : random.int(2000)
    log[isKill ? 'kills' : 'pauses'] += 1
    log.lines.push(`${new Date().toISOString()} ${isKill ? 'kill' : `pause for ${pauseMs} ms`} ${member.name}`)
    const fault = isKill ? killAndRestart(member, random) : stopFor(member, pauseMs)
    busy.set(
      member,
      fault.finally(() => busy.delete(member)),
    )
  }
  await Promise.all(busy.values())
}
