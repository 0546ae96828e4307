import { expect, it } from 'vitest'
import {
  findDueOccurrences,
  isTimedPlan,
  type PlannedGear,
} from '../../../activities/maintenance/findDueOccurrences.ts'
import { findNextDueDay } from '../../../activities/maintenance/selection/findNextCheck.ts'
import { loadConfig } from '../../../config/config.ts'
import { addDays } from '../../../platform/studioDay.ts'
import { fullOrSmall } from '../../support/counts.ts'
import { createSeededRandom, type Random } from '../../support/random.ts'

const CASES = fullOrSmall(20_000, 500)
const UNITS = ['days', 'weeks', 'months', 'years']

const randomPlan = (random: Random): string => {
  const every = `${1 + random.int(random.chance(0.5) ? 4 : 40)} ${random.pick(UNITS)}`
  const from = random.pick(['purchase', 'last_completed', '2030-01-31', '2031-06-15'])
  return `maintenance: { plans: [{ id: a, applies_to: { type: camera }, service_type: A, every: ${every}, from: ${from}, lead_days: ${random.int(60)} }] }`
}

const randomGear = (random: Random, day: string): PlannedGear => ({
  id: 'a',
  gear_type: 'camera',
  brand: 'Canon',
  model: 'One',
  asset_tag: null,
  status: 'ready',
  purchase_date: random.chance(0.9) ? addDays(day, 20 - random.int(900)) : null,
  created_at: '2030-01-01T00:00:00.000Z',
})

it('between two checks nothing falls due, and the second is not later than what falls due next', () => {
  let dues = 0
  for (let seed = 0; seed < CASES; seed++) {
    const random = createSeededRandom(seed)
    const [plan] = loadConfig(randomPlan(random)).maintenance.plans.filter(isTimedPlan)
    if (!plan) throw new Error('the plan has no period')
    let day = addDays('2030-03-01', random.int(700))
    const gear = randomGear(random, day)
    const doneOn = random.chance(0.5) ? addDays(day, -random.int(300)) : undefined
    const handled = new Set<string>()
    for (let check = 0; check < 4; check++) {
      for (const { dueOn } of findDueOccurrences(plan, gear, day, 'UTC', doneOn)) handled.add(dueOn)
      const next = findNextDueDay(plan, gear, day, 'UTC', doneOn)
      expect(next > day, `seed ${seed}`).toBe(true)
      for (
        let [other, count] = [addDays(day, 1), 0];
        other < next && count < 100;
        other = addDays(other, 1 + random.int(9)), count++
      )
        expect(
          findDueOccurrences(plan, gear, other, 'UTC', doneOn).filter(({ dueOn }) => !handled.has(dueOn)),
          `seed ${seed}, ${other}`,
        ).toEqual([])
      dues += handled.size
      day = next
    }
  }
  expect(dues).toBeGreaterThan(CASES)
})
