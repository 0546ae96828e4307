import { expect, it } from 'vitest'
import { fullOrSmall } from '../../support/counts.ts'
import { spreadsheetFromCsv } from '../../google/fromFiles.ts'
import { emptyAccount, fixture, parseHere, planIn, source as createSource } from '../support.ts'
import { addressOf, fetchFrom, openGoogleSource } from './support/googleSource.ts'

/** More rows need more reads. */
const ROWS = fullOrSmall(20_000, 3000)

it('rental-10k.csv as a Google Sheet gives the plan of the file, in few reads', async () => {
  await using source = await openGoogleSource()
  const csv = fixture('rental-10k.csv').toString().split('\n').slice(0, ROWS).join('\n')
  const spreadsheet = source.add(spreadsheetFromCsv(csv).sheets)
  const sheet = await fetchFrom(source, addressOf(spreadsheet))
  const reads = source.takeCalls().filter((method) => method !== 'drive.files.get')
  expect(reads.length).toBeLessThanOrEqual(11)
  const fromFile = planIn(emptyAccount(), await parseHere(Buffer.from(csv), 'sheet.csv', createSource(), 'USD'))
  const fromGoogle = planIn(emptyAccount(), await parseHere(sheet.bytes, sheet.name, createSource(), 'USD'))
  expect(fromGoogle.counts).toEqual(fromFile.counts)
  expect(fromGoogle.rows.map(({ fields }) => fields)).toEqual(fromFile.rows.map(({ fields }) => fields))
})
