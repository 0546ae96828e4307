import { expect, it } from 'vitest'
import './matchers.ts'

const refused = {
  status: 409,
  text: JSON.stringify({
    status: 409,
    code: 'asset_tag_taken',
    detail: 'Another item has this asset tag.',
    errors: [{ pointer: '#/asset_tag', code: 'invalid_value', detail: 'The tag C-1 is in use.' }],
  }),
}
const RECEIVED =
  'received 409 asset_tag_taken: Another item has this asset tag.\n  #/asset_tag invalid_value: The tag C-1 is in use.'
const created = { status: 201, text: '{"data":{"id":"1"}}' }

it('accepts the reply that it describes', () => {
  expect(refused).toHaveStatus(409)
  expect(refused).toBeProblem(409, 'asset_tag_taken')
  expect(refused).toBeProblem(409, 'asset_tag_taken', ['#/asset_tag invalid_value'])
  expect(refused).toHaveFaults(409, [expect.stringContaining('asset_tag')])
  expect(created).not.toBeProblem(409, 'asset_tag_taken')
})

it.each([
  ['another status', () => expect(refused).toHaveStatus(201), 'to have status 201'],
  [
    'another status of a problem',
    () => expect(refused).toBeProblem(422, 'asset_tag_taken'),
    'to be the problem 422 asset_tag_taken',
  ],
  ['another code', () => expect(refused).toBeProblem(409, 'not_found'), 'to be the problem 409 not_found'],
  [
    'fewer faults',
    () => expect(refused).toBeProblem(409, 'asset_tag_taken', []),
    'to be the problem 409 asset_tag_taken with the faults []',
  ],
  [
    'other faults',
    () => expect(refused).toHaveFaults(409, ['# required']),
    'to have status 409 and the faults ["# required"]',
  ],
  ['the opposite', () => expect(refused).not.toHaveStatus(409), 'not to have status 409'],
])('refuses %s, and shows the problem that it received', (_, compare, wanted) => {
  expect(compare).toThrow(`expected the reply ${wanted}, ${RECEIVED}`)
})

it('shows the text of a reply that is no problem, after the message of the test', () => {
  expect(() => expect(created, 'a second item').toBeProblem(409, 'asset_tag_taken')).toThrow(
    'a second item: expected the reply to be the problem 409 asset_tag_taken, received 201 {"data":{"id":"1"}}',
  )
  expect(() => expect({ status: 502, text: 'Bad Gateway' }).toHaveStatus(200)).toThrow('received 502 Bad Gateway')
})
