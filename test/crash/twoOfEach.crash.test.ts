import { expect, it } from 'vitest'
import { fullOrSmall } from '../support/counts.ts'
import { createSeededRandom } from '../support/random.ts'
import { testTemporal } from '../support/temporal.ts'
import { hasPostgres, withoutPostgres } from '../support/testDatabase.ts'
import { clockSuffix } from './fleet/clocks.ts'
import { checkMails, settle, type EndState } from './fleet/endState.ts'
import { injectFaults, type FaultLog } from './fleet/faults.ts'
import { openFleet } from './fleet/fleet.ts'
import { dayIn, liveRound } from './fleet/life.ts'
import { openOutside } from './fleet/outside.ts'
import { createNextVersion, upgradeOneByOne } from './fleet/upgrade.ts'
import { runSeed } from '../support/seed.ts'

// Two servers and two workers live the same life as one of each. They are killed, paused and upgraded meanwhile; their
// end state is the same.

const FAULT_COUNT = fullOrSmall(200, 4)
const ROUNDS = fullOrSmall(12, 2)
/** In the long run, longer than a lock lasts. */
const MAX_PAUSE_MS = fullOrSmall(25_000, 3000)
const seed = runSeed

/** @param faults how many in all @returns the end state and how many mails were sent twice */
async function live(
  count: 1 | 2,
  faults: number,
  expected?: EndState,
): Promise<{ state: EndState; log: FaultLog; repeatedMails: number }> {
  const random = createSeededRandom(seed)
  const log: FaultLog = { kills: 0, pauses: 0, lines: [] }
  await using outside = await openOutside(dayIn(10))
  await using fleet = await openFleet({
    temporal: testTemporal(),
    count,
    config: outside.config,
    workerEnv: outside.workerEnv,
    isSkewed: count === 2,
  })
  const life = { fleet, outside }
  using next = count === 2 ? createNextVersion() : undefined
  for (let round = 0; round < ROUNDS; round++) {
    const [share, rest] = [Math.floor(faults / ROUNDS), faults % ROUNDS]
    const disturb = async (): Promise<void> => {
      if (next && round === Math.floor(ROUNDS / 2)) await upgradeOneByOne(fleet, next)
      await injectFaults({ fleet, random, log, maxPauseMs: MAX_PAUSE_MS }, share + (round < rest ? 1 : 0))
    }
    await Promise.all([liveRound(life, round), disturb()])
  }
  const state = await settle(life, expected)
  const repeatedMails = await checkMails(life)
  expect(
    outside.google.calls.filter(({ status }) => status === 429),
    'the workers share one quota',
  ).toEqual([])
  await fleet.stopAndCheck()
  return { state, log, repeatedMails }
}

it.skipIf(!hasPostgres)(
  `two servers and two workers end as one of each, after ${FAULT_COUNT} kills and pauses and an upgrade (seed ${seed})${clockSuffix}${withoutPostgres}`,
  { timeout: 3_600_000 },
  async () => {
    const { state: expected } = await live(1, 0)
    const { log, repeatedMails } = await live(2, FAULT_COUNT, expected)
    console.log(
      `${log.kills} kills, ${log.pauses} pauses, ${repeatedMails} mails repeated under their Message-ID; seed ${seed}`,
    )
    expect(log.kills + log.pauses).toBe(FAULT_COUNT)
  },
)
