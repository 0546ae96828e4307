import { expect, it } from 'vitest'
import { loadConfig } from '../../config/config.ts'
import { loadWorkerConfig } from '../../worker/context/config.ts'
import { listConfigFaults } from '../support/configFaults.ts'

const withLine = (line: string): string => `calendars:\n  - id: team\n    ${line}\n`

it('a calendar needs only an id', () => {
  expect(loadConfig('calendars: [{ id: team }]').calendars).toEqual([
    {
      id: 'team',
      shows: 'shoots',
      statuses: ['planning', 'confirmed', 'completed'],
      include: [],
      default_duration: 120,
    },
  ])
  expect(loadConfig('calendars:').calendars).toEqual([])
})

it.each([
  ['90m', 90],
  ['2h', 120],
  ['1h30m', 90],
  ['168h', 10_080],
  ['1m', 1],
])('a default_duration of %s is %i minutes', (text, minutes) => {
  expect(loadConfig(withLine(`default_duration: ${text}`)).calendars[0]?.default_duration).toBe(minutes)
})

it.each([
  ['default_duration: 2', 'must be string'],
  ['default_duration: 90 min', 'must be a length of time such as 90m, 2h or 1h30m'],
  ['default_duration: 0m', 'must be from 1m to 168h'],
  ['default_duration: 169h', 'must be from 1m to 168h'],
  ['default_duration: ""', 'must be a length of time such as 90m, 2h or 1h30m'],
])('%s is refused with its line number', (line, message) => {
  expect(listConfigFaults(withLine(line))).toEqual([`kitroom.yaml:3: calendars.0.default_duration: ${message}`])
})

it.each([
  ['color: Turquoise', 'calendars.0.color: must be the name of a CSS colour in lower case, such as turquoise'],
  ['color: "#40e0d0"', 'calendars.0.color: must be the name of a CSS colour in lower case, such as turquoise'],
  ['statuses: [cancelled]', 'calendars.0.statuses.0: must be one of planning, confirmed, completed'],
  ['include: [client, client]', 'calendars.0.include: names the same twice'],
  ['include: [phone]', 'calendars.0.include.0: must be one of client, notes'],
  ['name: "a\\nb"', 'calendars.0.name: must be one line'],
  ['colour: red', '"colour" is no setting of calendars.0'],
])('the setting %s is refused with its line number', (line, message) => {
  expect(listConfigFaults(withLine(line))).toEqual([`kitroom.yaml:3: ${message}`])
})

it.each([
  ['maintenance', ['scheduled', 'in_progress', 'completed']],
  ['warranty', []],
])('a calendar of %s needs only what it shows', (shows, statuses) => {
  const types = shows === 'warranty' ? { types: ['warranty', 'insurance'] } : {}
  expect(loadConfig(`calendars: [{ id: team, shows: ${shows} }]`).calendars).toEqual([
    { id: 'team', shows, statuses, include: [], default_duration: 120, ...types },
  ])
})

it('a calendar of warranties has the types that the section "warranty" watches', () => {
  const text = 'calendars: [{ id: ends, shows: warranty }]\nwarranty: { types: [receipt] }'
  expect(loadConfig(text).calendars[0]?.types).toEqual(['receipt'])
})

it.each([
  ['shows: rentals', 'shows: must be one of shoots, maintenance, warranty'],
  ['include: [provider]', 'include.0: must be one of client, notes'],
  ['statuses: [scheduled]', 'statuses.0: must be one of planning, confirmed, completed'],
  ['{ shows: maintenance, include: [client] }', 'include.0: must be one of provider, notes'],
  ['{ shows: maintenance, statuses: [planning] }', 'statuses.0: must be one of scheduled, in_progress, completed'],
  [
    '{ shows: maintenance, clients: [Ada] }',
    'clients: is not for a calendar that shows maintenance: maintenance has no client',
  ],
  [
    '{ shows: maintenance, places: [Rome] }',
    'places: is not for a calendar that shows maintenance: maintenance has no place',
  ],
  [
    '{ shows: maintenance, hide_place: false }',
    'hide_place: is not for a calendar that shows maintenance: maintenance has no place to hide',
  ],
  [
    '{ shows: maintenance, default_duration: 2h }',
    'default_duration: is not for a calendar that shows maintenance: maintenance has no time of day and fills its day',
  ],
  [
    '{ shows: warranty, statuses: [warranty] }',
    'statuses: is not for a calendar that shows warranty: a warranty has no status; "types" of the section "warranty" chooses the documents',
  ],
  [
    '{ shows: warranty, clients: [Ada] }',
    'clients: is not for a calendar that shows warranty: a warranty has no client',
  ],
  ['{ shows: warranty, places: [Rome] }', 'places: is not for a calendar that shows warranty: a warranty has no place'],
  [
    '{ shows: warranty, hide_place: true }',
    'hide_place: is not for a calendar that shows warranty: a warranty has no place to hide',
  ],
  [
    '{ shows: warranty, default_duration: 2h }',
    'default_duration: is not for a calendar that shows warranty: the end of a warranty has no time of day and fills its day',
  ],
  ['{ shows: warranty, include: [client] }', 'include.0: must be one of provider, notes'],
])('%s is refused, and the reason is given', (settings, message) => {
  const text = settings.startsWith('{')
    ? `calendars:\n  - ${settings.replace('{', '{ id: team,')}\n`
    : withLine(settings)
  expect(listConfigFaults(text)).toEqual([expect.stringMatching(/^kitroom\.yaml:[23]: /)])
  expect(listConfigFaults(text)[0]?.replace(/^.*?: /, '')).toBe(`calendars.0.${message}`)
})

it('two calendars with the same id are refused', () => {
  expect(listConfigFaults('calendars:\n  - id: team\n  - id: team\n')).toEqual([
    'kitroom.yaml:3: calendars.1.id: "team" is taken by another calendar',
  ])
})

const publicUrl = (value?: string): string =>
  loadWorkerConfig({
    KITROOM_API_KEY: 'sk_studio_x',
    KITROOM_INGRESS_PORT: '4111',
    ...(value !== undefined && { KITROOM_PUBLIC_URL: value }),
  }).publicUrl

it('addresses begin with the URL of the ingress or KITROOM_PUBLIC_URL', () => {
  expect(publicUrl()).toBe('http://127.0.0.1:4111')
  expect(publicUrl('https://kitroom.example/studio//')).toBe('https://kitroom.example/studio')
})

it.each([
  'kitroom.example',
  'ftp://kitroom.example',
  'https://a:b@kitroom.example',
  'https://kitroom.example/?x=1',
  'https://kitroom.example/#x',
])('KITROOM_PUBLIC_URL refuses %s', (value) => {
  expect(() => publicUrl(value)).toThrow(/KITROOM_PUBLIC_URL: must/)
})
