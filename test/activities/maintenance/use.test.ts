import { expect, it } from 'vitest'
import { loadConfig } from '../../../config/config.ts'
import { findDueReading } from '../../../activities/maintenance/use/baseline.ts'
import {
  decideUse,
  EMPTY_USE,
  isUsePlan,
  type StoredUse,
  type UsePlan,
} from '../../../activities/maintenance/use/decideUse.ts'
import { isReported } from '../../../activities/maintenance/use/describeMeter.ts'
import { toBaselineRow, toMeterRow, toStoredUse } from '../../../activities/maintenance/use/storedUse.ts'
import { fullOrSmall } from '../../support/counts.ts'
import { createSeededRandom, type Random } from '../../support/random.ts'
import { NaiveUse, type NaiveStep } from './useModel.ts'

const HISTORIES = fullOrSmall(20_000, 300)
const STEPS = 40
const DAY_MS = 86_400_000
const START_MS = Date.parse('2027-01-01T09:00:00.000Z')

const plans: readonly UsePlan[] = loadConfig(`maintenance:
  plans:
    - { id: shutter, applies_to: { type: camera }, service_type: Shutter, every: { shutter_count: 1000 }, lead: 50 }
    - { id: check, applies_to: { type: camera }, service_type: Shutter, every: { shutter_count: 300 } }
`).maintenance.plans.filter(isUsePlan)

/** The rows that a worker stores and reads again. */
function store({ meters, baselines }: StoredUse): StoredUse {
  return toStoredUse(
    {
      meters: [...meters].map(([field, meter]) => toMeterRow('item', field, meter)),
      baselines: plans.flatMap((plan) => {
        const baseline = baselines.get(plan.id)
        return baseline ? [toBaselineRow('item', plan, baseline)] : []
      }),
    },
    plans,
  )('item')
}

/** Readings that mostly rise as usual, with typing errors, corrections, new meters, and readings that are missing. */
function randomValue(random: Random, value: number): number | undefined {
  if (random.chance(0.05)) return undefined
  if (random.chance(0.06)) return value * 10 + 500
  if (random.chance(0.04)) return random.int(Math.max(1, value))
  return random.chance(0.25) ? value : value + random.int(60)
}

function* randomHistory(random: Random): Generator<NaiveStep> {
  let [nowMs, usualValue] = [START_MS, random.int(2000)]
  let completedAt: string | undefined
  let last: { value: number; at: string } | undefined
  for (let step = 0; step < STEPS; step++) {
    nowMs += random.int(4 * DAY_MS) + 1
    const complete = (): void => {
      if (random.chance(0.12)) completedAt = new Date(nowMs - random.int(1000)).toISOString()
    }
    complete()
    const value = randomValue(random, usualValue)
    nowMs += random.int(3600_000) + 1000
    if (value !== undefined && (value < usualValue || value - usualValue < 60)) usualValue = value
    if (value !== undefined && value !== last?.value) last = { value, at: new Date(nowMs).toISOString() }
    nowMs += random.int(3600_000) + 1000
    complete()
    // The item is changed otherwise, so its reading may be older than its version.
    const reading = last && { value: last.value, at: random.chance(0.5) ? last.at : new Date(nowMs).toISOString() }
    yield { reading: value === undefined ? undefined : reading, completedAt }
  }
}

it('due readings, new baselines and reports equal those of a naive model, over random histories of readings and services', () => {
  const counts = { due: 0, fallen: 0, jumped: 0 }
  for (let seed = 1; seed <= HISTORIES; seed++) {
    const model = new NaiveUse(plans.map(({ id, use }) => ({ id, ...use })))
    const reports: string[] = []
    let stored = EMPTY_USE
    let number = 0
    for (const step of randomHistory(createSeededRandom(seed))) {
      const readings = new Map(step.reading ? [['shutter_count', step.reading] as const] : [])
      const decision = decideUse(stored, { plans, readings, findCompletion: () => step.completedAt })
      stored = store(decision)
      reports.push(...decision.changes.filter(isReported).map(({ change, from, to }) => `${change} ${from} ${to}`))
      const value = decision.meters.get('shutter_count')?.reading.value ?? 0
      const dues = plans.flatMap(({ id, use }) => {
        const baseline = decision.baselines.get(id)
        const due = step.reading && baseline && findDueReading(use, baseline, value)
        return due === undefined ? [] : [[id, due] as const]
      })
      expect(new Map(dues), `seed ${seed}, step ${number++}`).toEqual(model.step(step))
      counts.due += dues.length
      // Nothing has changed: nothing follows.
      const again = decideUse(stored, { plans, readings, findCompletion: () => step.completedAt })
      expect(again.changes.filter(isReported)).toEqual([])
      expect({ meters: again.meters, baselines: again.baselines }).toEqual(stored)
    }
    expect(reports, `seed ${seed}`).toEqual(model.reports)
    for (const kind of ['fallen', 'jumped'] as const)
      counts[kind] += reports.filter((text) => text.startsWith(kind)).length
  }
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(HISTORIES / 4)
})

it('readings with decimals are due exactly at their reading', () => {
  const use = { field: 'flight_hours', count: 0.1, lead: 0 } as const
  expect(findDueReading(use, { value: 0 }, 0.3)).toBe(0.3)
  expect(findDueReading(use, { value: 0.1 }, 0.4)).toBe(0.4)
  expect(findDueReading({ ...use, count: 50 }, { value: 12.3 }, 62.3)).toBe(62.3)
  expect(findDueReading({ ...use, count: 50 }, { value: 12.3 }, 62.2)).toBeUndefined()
  expect(
    findDueReading({ field: 'shutter_count', count: 1_000_000_000, lead: 0 }, { value: 0 }, 999_999_999),
  ).toBeUndefined()
})
