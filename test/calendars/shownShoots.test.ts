import { expect, it } from 'vitest'
import { showsShoot } from '../../calendars/kinds/showsShoot.ts'
import { shootOf } from './support.ts'

const shoot = shootOf(1, { client_name: 'Ada Modes', location: 'Zürich', locations: ['Zürich', 'Rome'] })
const statuses = ['planning', 'confirmed']

it.each([
  ['all', { statuses }, true],
  ['another status', { statuses: ['completed'] }, false],
  ['its client, in other letters', { statuses, clients: ['grace', ' ADA modes'.trim()] }, true],
  ['a part of its client', { statuses, clients: ['Ada'] }, false],
  ['one of its places, without accents', { statuses, places: ['rome'] }, true],
  ['its first place', { statuses, places: ['zurich'] }, true],
  ['another place', { statuses, places: ['Bern'] }, false],
  ['its client at another place', { statuses, clients: ['Ada Modes'], places: ['Bern'] }, false],
])('a calendar of %s', (_, filter, expected) => {
  expect(showsShoot(filter, shoot, 'confirmed')).toBe(expected)
})

it('a shoot without client or place is in no calendar of clients or places', () => {
  const bare = shootOf(2, { client_name: null, location: null, locations: [] })
  expect(showsShoot({ statuses, clients: ['Ada'] }, bare, 'planning')).toBe(false)
  expect(showsShoot({ statuses, places: ['Rome'] }, bare, 'planning')).toBe(false)
})
