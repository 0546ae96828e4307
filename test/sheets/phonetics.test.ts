import { expect, it } from 'vitest'
import { makeWorkbook, sheetData, type MadeCell } from './makeWorkbook.ts'
import { parseHere, source } from './support.ts'

const header = ['Asset Tag', 'Type', 'Brand', 'Model', 'Location']
const inline = (xml: string): MadeCell => ({ xml, attributes: 't="inlineStr"' })
const plainCell = inline('<is><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></is>')
const prefixed = (xml: string): string => xml.replaceAll(/<(\/?)(?=\w)/g, '<$1x:')

async function locations(data: string): Promise<unknown[]> {
  const bytes = makeWorkbook({ sheets: [{ name: 'Gear', data }] })
  return (await parseHere(bytes, 'gear.xlsx', source(), 'JPY')).rows.map(({ fields, errors }) => [
    fields['storage_location'],
    errors,
  ])
}

it('the phonetic reading of an inline Japanese text is no part of the text', async () => {
  const runs = inline('<is><r><t>東</t></r><r><t>京</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></is>')
  const severalCell = inline(
    '<is><rPh sb="0" eb="1"><t>トウ</t></rPh><t>東京</t><rPh\nsb="1" eb="2"><t xml:space="preserve">キョウ</t></rPh ></is>',
  )
  const escaped = inline('<is><t>棚 &lt;rPh&gt; 1</t></is>')
  const cells = [plainCell, runs, severalCell, escaped, '大阪']
  const rows = cells.map((cell, index): MadeCell[] => [`T-${index + 1}`, 'camera', 'Canon', 'R5', cell])
  expect(await locations(sheetData([header, ...rows]))).toEqual([
    ['東京', []],
    ['東京', []],
    ['東京', []],
    ['棚 <rPh> 1', []],
    ['大阪', []],
  ])
})

it('phonetic readings are dropped in each of thousands of cells', async () => {
  const rows = Array.from({ length: 3000 }, (_, index): MadeCell[] => [
    `T-${index + 1}`,
    'camera',
    'Canon',
    'R5',
    plainCell,
  ])
  const found = await locations(sheetData([header, ...rows]))
  expect(found).toHaveLength(3000)
  expect(new Set(found.map((row) => JSON.stringify(row)))).toEqual(new Set([JSON.stringify(['東京', []])]))
})

it('phonetic readings are dropped when XML names have a prefix', async () => {
  const data = sheetData([header, ['T-1', 'camera', 'Canon', 'R5', plainCell]])
  expect(
    await locations(
      prefixed(data).replace(
        '<x:sheetData>',
        '<x:sheetData xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
      ),
    ),
  ).toEqual([['東京', []]])
})
