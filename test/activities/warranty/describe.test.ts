import { expect, it } from 'vitest'
import { describeCoverageEnd, describeEnd } from '../../../activities/warranty/describeCoverageEnd.ts'
import type { Coverage } from '../../../activities/warranty/types.ts'

const coverage: Coverage = {
  id: 'd1',
  type: 'warranty',
  title: 'Warranty: Canon EOS R5',
  gearId: 'g1',
  provider: 'Canon',
  referenceNumber: 'W-77',
  expiresOn: '2027-03-31',
}
const item = { name: 'Canon EOS R5', assetTag: 'KR-0001', serialNumber: '012345', isRetired: false }

it.each([
  [30, 'ends on 2027-03-31, in 30 days'],
  [2, 'ends on 2027-03-31, in 2 days'],
  [1, 'ends tomorrow, on 2027-03-31'],
  [0, 'ends today, on 2027-03-31'],
  [-1, 'ended yesterday, on 2027-03-31'],
  [-2, 'ended on 2027-03-31, 2 days ago'],
])('%i days left in plain words', (daysLeft, words) => {
  expect(describeEnd('2027-03-31', daysLeft)).toBe(words)
})

it('a reminder names item, document, provider, end date and days left', () => {
  expect(describeCoverageEnd(coverage, item, 30, 12)).toEqual({
    kind: 'warranty',
    documentType: 'warranty',
    subject: 'd1',
    dueOn: '2027-03-31',
    step: 30,
    title: 'Warranty of Canon EOS R5 (KR-0001) ends on 2027-03-31, in 12 days',
    facts: [
      { name: 'Item', value: 'Canon EOS R5' },
      { name: 'Asset tag', value: 'KR-0001' },
      { name: 'Serial number', value: '012345' },
      { name: 'Warranty', value: 'Warranty: Canon EOS R5' },
      { name: 'Provider', value: 'Canon' },
      { name: 'Reference', value: 'W-77' },
      { name: 'Ends on', value: '2027-03-31' },
      { name: 'Days left', value: '12' },
      {
        name: 'What to do',
        value: 'Check the item for faults now, and claim them from the provider before the warranty ends.',
      },
    ],
  })
})

it('a reminder after the end says since when; one without an item names the document', () => {
  const insurance: Coverage = {
    ...coverage,
    type: 'insurance',
    title: 'Studio contents',
    gearId: null,
    provider: null,
    referenceNumber: null,
  }
  const { title, facts } = describeCoverageEnd(insurance, undefined, 0, -3)
  expect(title).toBe('Insurance "Studio contents" ended on 2027-03-31, 3 days ago')
  expect(facts).toEqual([
    { name: 'Insurance', value: 'Studio contents' },
    { name: 'Ended on', value: '2027-03-31' },
    { name: 'Days since', value: '3' },
    { name: 'What to do', value: 'Renew it and enter its new end, or acknowledge this reminder.' },
  ])
})

it('an item without a tag is named without one', () => {
  const { title, facts } = describeCoverageEnd({ ...coverage, type: 'user_manual' }, { ...item, assetTag: null }, 0, 0)
  expect(title).toBe('User manual of Canon EOS R5 ends today, on 2027-03-31')
  expect(facts.map(({ name }) => name)).toEqual([
    'Item',
    'Serial number',
    'User manual',
    'Provider',
    'Reference',
    'Ends on',
    'Days left',
    'What to do',
  ])
})
