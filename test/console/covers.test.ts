import { expect, it } from 'vitest'
import { listCovers } from '../../console/pages/inventory/covers.ts'

const TODAY = '2026-11-27'
const item = { purchase_date: '2023-07-02', warranty_expires_on: '2025-07-01', warranty_provider: 'Maker' }

const cover = (
  id: string,
  expires_on: string | null,
  more: { type?: 'insurance' | 'receipt'; issued_on?: string } = {},
) => ({
  id,
  type: 'warranty' as const,
  provider: null,
  issued_on: null,
  expires_on,
  ...more,
})

const own = cover('own', '2025-07-01')
const extended = cover('extended', '2027-07-01', { issued_on: '2025-07-02' })
const insured = cover('insured', '2028-01-01', { type: 'insurance' })
const later = cover('later', '2030-07-01', { issued_on: '2027-07-02' })
const endless = cover('endless', null)
const receipt = cover('receipt', null, { type: 'receipt' })

const statesOf = (documents: Parameters<typeof listCovers>[1]) =>
  listCovers(item, documents, TODAY).map(({ id, state }) => `${id} ${state}`)

it.each([
  ['an ended warranty beside an extended one that runs', [own, extended], ['extended inForce', 'own ended']],
  ['a warranty before an insurance', [insured, extended], ['extended inForce', 'insured inForce']],
  ['an insurance that runs before a warranty that ended', [own, insured], ['insured inForce', 'own ended']],
  ['the later end first', [extended, endless], ['endless inForce', 'extended inForce']],
  ['what is to come before what has ended', [own, later], ['later later', 'own ended']],
  ['documents of other types not at all', [receipt], []],
  ['the last end first, of those that have ended', [cover('first', '2024-01-01'), own], ['own ended', 'first ended']],
  ['a cover on its last day', [cover('last', TODAY)], ['last inForce']],
] as const)('counts %s', (_title, documents, expected) => {
  expect(statesOf(documents)).toEqual(expected)
})

it('a key that may not read documents sees the warranty of the item', () => {
  expect(listCovers(item, undefined, TODAY)).toEqual([
    { id: 'own', type: 'warranty', provider: 'Maker', state: 'ended', from: '2023-07-02', until: '2025-07-01' },
  ])
  expect(listCovers({ ...item, warranty_expires_on: null }, undefined, TODAY)).toEqual([])
})
