import { expect, it } from 'vitest'
import { loadConfig } from '../../../config/config.ts'
import { listConfigFaults } from '../../support/configFaults.ts'

const plan = (...lines: string[]): string =>
  ['maintenance:', '  plans:', '    - id: sensor', ...lines.map((line) => `      ${line}`)].join('\n') + '\n'
const wholePlan = ['applies_to: { type: camera }', 'service_type: Sensor cleaning', 'every: 6 months']

it('a plan is read with all its settings, and brand, model and tags are case-folded', () => {
  const text = plan(
    'title: Twice a year',
    'applies_to: { type: camera, brand: CANON, model: "Éos R5", asset_tags: [Cam-1, CAM-2] }',
    'service_type: Sensor cleaning',
    'every: { months: 6 }',
    'from: 2026-08-31',
    'lead_days: 14',
    'provider: Camera Service',
  )
  expect(loadConfig(text).maintenance.plans).toEqual([
    {
      id: 'sensor',
      title: 'Twice a year',
      applies_to: { type: 'camera', brand: 'canon', model: 'eos r5', tags: new Set(['cam-1', 'cam-2']) },
      service_type: 'Sensor cleaning',
      every: { unit: 'months', count: 6 },
      from: '2026-08-31',
      lead_days: 14,
      provider: 'Camera Service',
    },
  ])
})

it.each(['', 'maintenance:\n', 'maintenance: {}\n', 'maintenance: { reminders: {} }\n'])(
  '%j has no plans and the default reminders',
  (text) => {
    expect(loadConfig(text).maintenance).toEqual({
      covered_repairs: true,
      plans: [],
      reminders: { before: [14, 7, 1], on: true, after: [1, 7], every_after: 7 },
    })
  },
)

it('a plan has defaults', () => {
  expect(loadConfig(plan(...wholePlan)).maintenance.plans[0]).toMatchObject({ from: 'last_completed', lead_days: 30 })
})

it.each([
  ['6 months', { unit: 'months', count: 6 }],
  ['1 year', { unit: 'years', count: 1 }],
  ['2 Weeks', { unit: 'weeks', count: 2 }],
  ['{ days: 90 }', { unit: 'days', count: 90 }],
])('every: %s', (every, period) => {
  expect(
    loadConfig(plan('applies_to: { type: lens }', 'service_type: Check', `every: ${every}`)).maintenance.plans[0]
      ?.every,
  ).toEqual(period)
})

const period = 'must be a period such as "6 months" or { months: 6 }: one of days, weeks, months, years'
const targets = 'must name what the plan is for: type, brand, model or asset_tags'
const starts = 'must be purchase, last_completed or a day written YYYY-MM-DD'

it.each([
  ['every: often', 6, `every: ${period}`],
  ['every: 6', 6, `every: ${period}`],
  ['every: { months: 6, days: 1 }', 6, `every: ${period}`],
  ['every: { moons: 6 }', 6, `every: ${period}`],
  ['every: { months: 0 }', 6, 'every: must be a whole number of months from 1 to 600'],
  ['every: 1.5 years', 6, `every: ${period}`],
  ['every: { weeks: "2" }', 6, 'every: must be a whole number of weeks from 1 to 520'],
  ['applies_to: {}', 4, `applies_to: ${targets}`],
  ['applies_to: camera', 4, `applies_to: ${targets}`],
  ['applies_to: { type: phone }', 4, 'applies_to.type: must be one of camera, lens, accessory, filter, drone'],
  ['applies_to: { asset_tags: [] }', 4, 'applies_to.asset_tags: must have at least one asset tag'],
  ['service_type: "  "', 5, 'service_type: must not be blank'],
])('%s is refused with its line number', (line, lineNumber, message) => {
  const name = line.slice(0, line.indexOf(':'))
  const lines = wholePlan.map((planLine) => (planLine.startsWith(`${name}:`) ? line : planLine))
  expect(listConfigFaults(plan(...lines))).toEqual([`kitroom.yaml:${lineNumber}: maintenance.plans.0.${message}`])
})

it.each([
  ['from: yesterday', `from: ${starts}`],
  ['from: 2027-02-29', `from: ${starts}`],
  ['from: 7', `from: ${starts}`],
  ['lead_days: 400', 'lead_days: must be a number of days, 0 to 365'],
])('the optional setting %s is refused with its line number', (line, message) => {
  expect(listConfigFaults(plan(...wholePlan, line))).toEqual([`kitroom.yaml:7: maintenance.plans.0.${message}`])
})

it.each([
  [
    'every: { shutter_count: 100000 }',
    [],
    { every: undefined, use: { field: 'shutter_count', count: 100_000, lead: 0 } },
  ],
  [
    'every: { shutter_count: 100000 }',
    ['or: 12 months', 'lead: 5000'],
    {
      every: { unit: 'months', count: 12 },
      use: { field: 'shutter_count', count: 100_000, lead: 5000 },
      lead_days: 30,
    },
  ],
  ['every: { shutter_count: 1 }', ['from: last_completed'], { from: 'last_completed' }],
])('by use: %s %j', (every, others, expected) => {
  const text = plan('applies_to: { type: camera }', 'service_type: Check', every, ...others)
  expect(loadConfig(text).maintenance.plans[0]).toMatchObject(expected)
})

it('a plan by use without a type applies to all items, of which some have the meter', () => {
  const text = plan('applies_to: { brand: DJI }', 'service_type: Check', 'every: { flight_hours: 12.5 }')
  expect(loadConfig(text).maintenance.plans[0]?.use).toEqual({ field: 'flight_hours', count: 12.5, lead: 0 })
})

const byUse = ['applies_to: { type: camera }', 'service_type: Check', 'every: { shutter_count: 1000 }']
const releases = 'a whole number of shutter releases'

it.each([
  [['applies_to: { type: drone }', ...byUse.slice(1)], 6, 'every: drone has no shutter_count: only camera has one'],
  [[...byUse.slice(0, 2), 'every: { flight_hours: 50 }'], 6, 'every: camera has no flight_hours: only drone has one'],
  [[...byUse.slice(0, 2), 'every: { shutter_count: 0 }'], 6, `every: must be ${releases} above 0, at most 1000000000`],
  [
    [...byUse.slice(0, 2), 'every: { shutter_count: 1.5 }'],
    6,
    `every: must be ${releases} above 0, at most 1000000000`,
  ],
  [
    [...byUse.slice(0, 2), 'every: { shutter_count: many }'],
    6,
    `every: must be ${releases} above 0, at most 1000000000`,
  ],
  [[...byUse.slice(0, 2), 'every: { battery_count: 4 }'], 6, `every: ${period}`],
  [[...byUse, 'lead: 1000'], 7, `lead: must be ${releases}, from 0 to less than 1000`],
  [[...byUse, 'lead: -1'], 7, `lead: must be ${releases}, from 0 to less than 1000`],
  [[...byUse, 'lead: soon'], 7, 'lead: must be a number'],
  [[...byUse, 'or: often'], 7, `or: ${period}`],
  [[...byUse, 'from: purchase'], 7, 'from: must be last_completed for a plan by use: use counts from the last service'],
  [[...byUse, 'lead_days: 3'], 7, 'lead_days: needs a period: `or: 12 months`. A plan by use has `lead`'],
  [[...wholePlan, 'or: 1 year'], 7, 'or: is for plans by use, such as `every: { shutter_count: 100000 }`'],
  [
    [...wholePlan, 'lead: 7'],
    7,
    'lead: is for plans by use, such as `every: { shutter_count: 100000 }`. A plan by time has `lead_days`',
  ],
])('by use, %j is refused with its line number', (lines, lineNumber, message) => {
  expect(listConfigFaults(plan(...lines))).toEqual([`kitroom.yaml:${lineNumber}: maintenance.plans.0.${message}`])
})

it('missing required settings and unknown settings are named', () => {
  expect(listConfigFaults('maintenance:\n  plans:\n    - id: a\n      colour: red\n')).toEqual([
    `kitroom.yaml:3: maintenance.plans.0.applies_to: ${targets}`,
    'kitroom.yaml:3: maintenance.plans.0.service_type: must be string',
    `kitroom.yaml:3: maintenance.plans.0.every: ${period}`,
    'kitroom.yaml:4: "colour" is no setting of maintenance.plans.0',
  ])
})

it('two plans with the same id are refused', () => {
  const entry = '    - { id: sensor, applies_to: { type: camera }, service_type: Cleaning, every: 1 year }\n'
  expect(listConfigFaults(`maintenance:\n  plans:\n${entry}${entry}`)).toEqual([
    'kitroom.yaml:4: maintenance.plans.1.id: "sensor" is taken by another plan',
  ])
})

it('invalid reminder settings are refused with their line numbers', () => {
  const text = 'maintenance:\n  reminders:\n    before: [0]\n    on: 1\n    every_after: weekly\n    later: [1]\n'
  expect(listConfigFaults(text)).toEqual([
    'kitroom.yaml:3: maintenance.reminders.before.0: must be a number of days, 1 to 365',
    'kitroom.yaml:4: maintenance.reminders.on: must be boolean',
    'kitroom.yaml:5: maintenance.reminders.every_after: must be a number of days, 1 to 365, or false',
    'kitroom.yaml:6: "later" is no setting of maintenance.reminders',
  ])
})
