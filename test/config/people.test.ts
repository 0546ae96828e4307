import { describe, expect, it } from 'vitest'
import {
  listRecipients,
  listRoutes,
  listRecipientsOfKind,
  listShootRecipients,
  selectRoutes,
} from '../../activities/notify/routes.ts'
import { loadConfig } from '../../config/config.ts'
import type { PersonKind } from '../../contract/control/reminders.ts'
import { listConfigFaults } from '../support/configFaults.ts'

// The people of kitroom.yaml, and whom a reminder reaches.

const MAIL = '{ id: mail, type: email, from: kit@studio.example, smtp: { host: 127.0.0.1, security: none } }'
const LOG = '{ id: log, type: log }'

const settings = (people: readonly string[], { channels = [MAIL, LOG], more = '' } = {}): string =>
  [
    'reminders:',
    `  channels: [${channels.join(', ')}]`,
    '  people:',
    ...people.map((person) => `    - ${person}`),
    more,
  ].join('\n')

const person = (id: string, more = ''): string =>
  `{ id: ${id}, name: ${id.toUpperCase()}, channels: [{ channel: mail, to: ${id}@studio.example }]${more} }`
const logPerson = '{ id: ledger, name: The log, channels: [log], kinds: [daily_late] }'

const gear = { gear_type: 'drone', brand: 'DJI', model: 'Mavic 3', storage_location: 'Köln', asset_tag: 'DR-1' }
type Gear = NonNullable<Parameters<typeof selectRoutes>[2]>
const gearOf = (change: Partial<typeof gear> = {}): Gear => ({ ...gear, ...change }) as Gear

function reached(text: string, kind: PersonKind, item: Gear | undefined): string[] {
  const selected = selectRoutes(listRoutes(loadConfig(text)), kind, item)
  return selected.flatMap(({ recipients }) => recipients.map(({ recipient }) => recipient))
}

it('who has unsubscribed gets problems only, and the fallback what then concerns nobody', () => {
  const people = [
    person('ada', ', only: { type: lens }'),
    person('bo', ', kinds: [maintenance, shoot_tomorrow, problems]'),
    logPerson,
  ]
  const config = loadConfig(settings(people))
  const unsubscribe = (id: string): ReturnType<typeof loadConfig> => ({
    ...config,
    unsubscribed: [{ person: id, channel: 'mail', recipient: `${id}@studio.example` }],
  })
  const addressesOf = (recipients: readonly { recipient: string }[]): string[] =>
    recipients.map(({ recipient }) => recipient)
  const remindedOf = (of: typeof config, item: Gear): string[] =>
    addressesOf(selectRoutes(listRoutes(of), 'maintenance', item).flatMap(({ reminded }) => reminded))
  expect({ reminded: remindedOf(config, gearOf()), addresses: addressesOf(listShootRecipients(config)) }).toEqual({
    reminded: ['bo@studio.example'],
    addresses: ['bo@studio.example'],
  })
  const without = unsubscribe('bo')
  expect({ reminded: remindedOf(without, gearOf()), addresses: addressesOf(listShootRecipients(without)) }).toEqual({
    reminded: ['ada@studio.example'],
    addresses: ['ada@studio.example'],
  })
  expect(addressesOf(listRecipientsOfKind(listRoutes(without), 'sync_failed'))).toEqual(['bo@studio.example'])
  expect(listRecipients(without)).toEqual(listRecipients(config))
  // Of the fallback person it has no effect.
  expect(remindedOf(unsubscribe('ada'), gearOf({ gear_type: 'lens' }))).toEqual([
    'ada@studio.example',
    'bo@studio.example',
  ])
})

describe('a reminder reaches', () => {
  const text = settings([
    person('ada'),
    person('bo', ', only: { type: drone, location: koln }'),
    person('cy', ', kinds: [insurance], only: { brand: dji }'),
    person('di', ', kinds: [sync_failed, maintenance], only: { asset_tags: [dr-1, DR-2] }'),
    logPerson,
  ])
  it.each<[PersonKind, Gear | undefined, string[]]>([
    ['maintenance', gearOf(), ['ada', 'bo', 'di']],
    ['maintenance', gearOf({ asset_tag: 'DR-3', storage_location: 'Bonn' }), ['ada']],
    ['warranty', gearOf(), ['ada', 'bo']],
    ['insurance', gearOf(), ['ada', 'bo', 'cy']],
    ['insurance', undefined, ['ada']],
  ])('%s of %j', (kind, item, ids) => {
    expect(reached(text, kind, item)).toEqual(ids.map((id) => `${id}@studio.example`))
  })

  it.each<[PersonKind, string[]]>([
    ['sync_failed', ['ada@studio.example', 'di@studio.example']],
    ['daily_late', ['ada@studio.example', 'log']],
    ['settings_invalid', ['ada@studio.example']],
  ])('those who take the problem %s', (kind, recipients) => {
    const found = listRecipientsOfKind(listRoutes(loadConfig(text)), kind)
    expect(found.map(({ recipient }) => recipient)).toEqual(recipients)
  })
})

it('what matches nobody reaches the fallback, which is the first person unless it is named', () => {
  const people = [person('ada', ', only: { type: camera }'), person('bo', ', only: { type: lens }'), logPerson]
  expect(reached(settings(people), 'maintenance', gearOf())).toEqual(['ada@studio.example'])
  expect(reached(settings(people, { more: '  fallback: bo' }), 'maintenance', gearOf())).toEqual(['bo@studio.example'])
  const found = listRecipientsOfKind(
    listRoutes(loadConfig(settings(people, { more: '  fallback: bo' }))),
    'sync_failed',
  )
  expect(found.map(({ recipient }) => recipient)).toEqual(['bo@studio.example'])
})

it('a person has the steps of the settings, unless they have their own', () => {
  const own = ', steps: { maintenance: { before: [30] }, warranty: [20] }'
  const more = 'maintenance: { reminders: { before: [5, 2], after: [] } }\nwarranty: { steps: [9] }'
  const { all } = listRoutes(loadConfig(settings([person('ada'), person('bo', own), logPerson], { more })))
  expect(
    all.map(({ maintenanceSteps, coverageSteps }) => [maintenanceSteps.before, maintenanceSteps.after, coverageSteps]),
  ).toEqual([
    [[5, 2], [], [9]],
    [[30], [1, 7], [20]],
    [[5, 2], [], [9]],
  ])
})

it('an address that two people share counts once', () => {
  const both = [person('ada'), '{ id: bo, name: Bo, channels: [{ channel: mail, to: ada@studio.example }, log] }']
  expect(listRecipients(loadConfig(settings(both))).map(({ recipient }) => recipient)).toEqual([
    'ada@studio.example',
    'log',
  ])
})

it('a person without an address gets the mails of the channel’s own addresses', () => {
  const channels = [MAIL.replace('from:', 'to: [gear@studio.example], from:')]
  const text = settings(['{ id: ada, name: Ada, channels: [mail] }'], { channels })
  expect(listRecipients(loadConfig(text)).map(({ recipient }) => recipient)).toEqual(['gear@studio.example'])
})

describe('faults are refused with their line numbers:', () => {
  const addressless = '{ id: ada, name: Ada, channels: [mail] }'
  it.each([
    [
      settings([addressless, logPerson]),
      ['4: reminders.people.0.channels.0: needs an address (to) in the channel mail'],
    ],
    [
      settings([person('ada')]),
      ['2: reminders.channels.1: no person has this channel, so nothing would be sent by it'],
    ],
    [
      settings([person('ada'), '{ id: bo, name: Bo, channels: [{ channel: log, to: bo@studio.example }, fax] }']),
      [
        '5: reminders.people.1.channels.0.to: the channel log has no addresses of people; leave `to` out',
        '5: reminders.people.1.channels.1: there is no channel "fax" in reminders.channels',
      ],
    ],
    [
      settings([person('ada').replace('ada@', 'ada @'), logPerson]),
      [
        '4: reminders.people.0.channels.0.to: must be a plain e-mail address, such as gear@example.com, without a name and without special characters',
      ],
    ],
    [
      settings([person('ada'), person('ada'), logPerson]),
      ['5: reminders.people.1.id: "ada" is taken by another person'],
    ],
    [
      settings([person('ada', ', only: {}'), logPerson]),
      ['4: reminders.people.0.only: must name what the gear is: type, brand, model, location or asset_tags'],
    ],
    [
      settings([person('ada'), logPerson], { more: '  fallback: bo' }),
      ['6: reminders.fallback: there is no person "bo" in reminders.people'],
    ],
    [
      settings([person('ada', ', steps: { warranty: [100] }'), logPerson]),
      ['4: reminders.people.0.steps.warranty: 100 lies outside the window of 90 days (warranty.window_days)'],
    ],
    [
      settings(['{ id: ada, name: Ada, channels: [[log]] }'], { channels: [LOG] }),
      ['4: reminders.people.0.channels.0: must be the id of a channel, or { channel: mail, to: ada@example.com }'],
    ],
    [
      settings([person('ada', ', quiet: { from: "20:00", to: "20:00" }'), logPerson]),
      ['4: reminders.people.0.quiet.to: must differ from `from`; quiet hours cannot cover the whole day'],
    ],
    [
      settings([
        person('ada', ', quiet: { from: "00:00", to: "23:59" }'),
        person('bo', ', quiet: { from: "07:30", to: "07:00" }'),
        logPerson,
      ]),
      [
        '4: reminders.people.0.quiet.to: must leave an hour of each day; quiet hours cannot cover the whole day',
        '5: reminders.people.1.quiet.to: must leave an hour of each day; quiet hours cannot cover the whole day',
      ],
    ],
    [
      settings([person('ada', ', digest: { every: day, at: "9" }, timezone: Mars'), logPerson]),
      [
        '4: reminders.people.0.digest.at: must be a time such as "20:00", in quotes',
        '4: reminders.people.0.timezone: must be the name of a time zone, such as Europe/Berlin',
      ],
    ],
    [
      settings([person('ada', ', digest: { every: day, on: monday, at: "09:00" }'), logPerson]),
      ['4: reminders.people.0.digest.on: is for digests of every week'],
    ],
    [`reminders: { channels: [${MAIL}] }`, ['1: reminders.channels.0.to: must have at least one address']],
    [
      settings([person('ada'), logPerson], { more: '  escalation: { after: 11d, to: bo }' }),
      ['6: reminders.escalation.after: must be a time such as 48h or 3d, at most 240h or 10d'],
    ],
    [
      settings([person('ada'), logPerson], { more: '  escalation: { after: 2d, to: bo }' }),
      ['6: reminders.escalation.to: there is no person "bo" in reminders.people'],
    ],
    [
      settings([person('ada', ', unsubscribe: true'), person('bo', ', unsubscribe: true'), logPerson]),
      [
        '4: reminders.people.0.unsubscribe: must be left out for the fallback person, who gets what concerns nobody else',
      ],
    ],
    [
      settings(
        [
          person('ada'),
          person('bo', ', unsubscribe: true'),
          logPerson.replace(', kinds', ', unsubscribe: true, kinds'),
        ],
        {
          more: '  fallback: bo',
        },
      ),
      [
        '5: reminders.people.1.unsubscribe: must be left out for the fallback person, who gets what concerns nobody else',
        '6: reminders.people.2.unsubscribe: needs an address of their own: { channel: mail, to: ada@example.com }',
      ],
    ],
    ['reminders: { fallback: ada }', ['1: reminders.fallback: there is no person "ada" in reminders.people']],
  ])('%j', (text, faults) => {
    expect(listConfigFaults(text)).toEqual(faults.map((fault) => `kitroom.yaml:${fault}`))
  })
})

it('quiet hours that leave an hour, or a day of the week, are taken', () => {
  const weekend = ', quiet: { from: "00:00", to: "23:59", days: [saturday, sunday] }'
  expect(
    listConfigFaults(
      settings([person('ada', ', quiet: { from: "08:00", to: "07:00" }'), person('bo', weekend), logPerson]),
    ),
  ).toEqual([])
})

it('200 people are taken, and one more is refused with the line number', () => {
  const people = Array.from({ length: 200 }, (_, index) => person(`p-${index}`))
  const withLog = people.with(0, person('p-0').replace('channels: [', 'channels: [log, '))
  expect(listConfigFaults(settings(withLog))).toEqual([])
  expect(listConfigFaults(settings([...withLog, person('p-200')]))).toEqual([
    'kitroom.yaml:3: reminders.people: must have at most 200 people',
  ])
})
