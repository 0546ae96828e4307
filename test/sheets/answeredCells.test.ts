import { expect, it } from 'vitest'
import { mapAnswered, mapText } from './support.ts'

const LIST = `Gear list,,,,
Asset Tag,Type,Brand,Model,Purchased
A-1,camera,Canon,R5,yesterday
A-2,camera,Canon,R6,2024-02-30
A-3,camera,Canon,R7
`

it('an answered cell is read with its new text, and says what stands in the sheet', () => {
  const asItStands = mapText(LIST).rows.map(({ outcome, errors }) => [outcome, errors.length])
  expect(asItStands).toContainEqual(['refused', 1])
  const { rows } = mapAnswered(LIST, { E3: '2024-05-01', E4: '' })
  expect(rows.slice(0, 2)).toMatchObject([
    {
      fields: { purchase_date: '2024-05-01' },
      errors: [],
      warnings: [{ cell: 'E3', code: 'answered', raw: 'yesterday', message: expect.stringContaining('2024-05-01') }],
    },
    { errors: [], blanks: ['purchase_date'], warnings: [{ cell: 'E4', code: 'answered', raw: '2024-02-30' }] },
  ])
})

it('an answer that is no value of the field is refused like a cell', () => {
  const { rows } = mapAnswered(LIST, { E3: 'soon' })
  expect(rows[0]).toMatchObject({ outcome: 'refused', errors: [{ cell: 'E3', raw: 'soon' }] })
})

it('cells beyond the end of a row, and of rows that are not there, can be answered', () => {
  const { rows } = mapAnswered(LIST, { E5: '2024-06-01', Z99: 'x', E400000: 'y' })
  expect(rows.find(({ fields }) => fields['asset_tag'] === 'A-3')?.fields).toMatchObject({
    purchase_date: '2024-06-01',
  })
})

it('two answers that make tags equal refuse both rows', () => {
  const { rows } = mapAnswered(LIST, { A4: 'A-1', E3: '', E4: '' })
  expect(rows.filter(({ errors }) => errors.some(({ code }) => code === 'duplicate_key'))).toHaveLength(2)
})
