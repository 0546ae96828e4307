import { describe, expect, it } from 'vitest'
import { mapOdd, outcomes, text, workbook } from './odd/oddSheet.ts'
import type { MadeCell } from './makeWorkbook.ts'
import { mapColumn, outcomeOf } from './support.ts'

const facts = { name: '', language: 'en', currency: 'USD', rows: '' }
const HEAD = 'Asset Tag,Type,Brand,Model,Notes'

/** The outcome of each row: brand, model and notes, or the codes of its faults. */
async function read(lines: readonly string[], delimiter = ','): Promise<unknown[]> {
  const content = [HEAD, ...lines].join('\n').replaceAll(',', delimiter)
  return [...outcomes(await mapOdd(text('utf-8', content, facts))).values()].map((row) =>
    typeof row === 'string' ? row : [row['brand'], row['model'], row['notes']],
  )
}

describe('HTML character references', () => {
  it('are decoded when the whole sheet is escaped', async () => {
    expect(
      await read([
        'T-1,camera,Bang &amp; Olufsen,5&quot; &#39;Pro&#x27;,a &lt;b&gt;',
        'T-2,lens,Caf&eacute;,&Oslash;77,',
        'T-3,lens,Canon,RF 50,&nbsp;',
      ]),
    ).toEqual([
      ['Bang & Olufsen', `5" 'Pro'`, 'a <b>'],
      ['Café', 'Ø77', undefined],
      ['Canon', 'RF 50', undefined],
    ])
  })

  it('are reported with a warning', async () => {
    const { rows } = await mapOdd(text('utf-8', `${HEAD}\nT-1,camera,B &amp; W,R5,\nT-2,camera,Canon,R5,`, facts))
    expect(rows.map(({ warnings }) => warnings.map(({ cell, code }) => `${cell} ${code}`))).toEqual([
      ['C2 escaped_text'],
      [],
    ])
  })

  it('refuse their rows when another cell has a plain &', async () => {
    expect(
      await read([
        'T-1,camera,B &amp; W,R5,',
        'T-2,camera,B & W,R5,',
        'T-3,camera,Canon,R5,https://shop.example/?a=1&b=2',
      ]),
    ).toEqual(['escaped_text', ['B & W', 'R5', undefined], ['Canon', 'R5', 'https://shop.example/?a=1&b=2']])
  })

  it('that were escaped twice refuse their row', async () => {
    expect(await read(['T-1,camera,B &amp;amp; W,R5,', 'T-2,camera,Q &amp; A,R5,'])).toEqual([
      'escaped_text',
      ['Q & A', 'R5', undefined],
    ])
  })

  it('whose semicolon split the cell refuse their row', async () => {
    expect(await read(['T-1,camera,B &amp, W,R5', 'T-2,camera,Canon,R5,', 'T-3,camera,Canon,R5&reg,'], ';')).toEqual([
      'escaped_text',
      ['Canon', 'R5', undefined],
      'escaped_text',
    ])
  })

  it("are literal in a cell with a leading '", async () => {
    expect(await read(["T-1,camera,'B &amp; W,R5,", 'T-2,camera,B & W,R5,'])).toEqual([
      ['B &amp; W', 'R5', undefined],
      ['B & W', 'R5', undefined],
    ])
  })

  it('are not confused with similar text', async () => {
    expect(await read(['T-1,camera,R&D;,&foo; & Co,&#1; &#55296;'])).toEqual([['R&D;', '&foo; & Co', '&#1; &#55296;']])
  })

  it('are decoded in workbooks and headers too', async () => {
    const rows: MadeCell[][] = [
      ['Asset Tag', 'Type', 'Brand', 'Model', 'Purchase&nbsp;price'],
      ['T-1', 'camera', 'B &amp; W', 'R5', 100],
    ]
    expect([...outcomes(await mapOdd(workbook(rows, facts))).values()]).toMatchObject([
      { brand: 'B & W', purchase_price: '100' },
    ])
  })
})

it('a character reference that an export has protected is read back unchanged', () => {
  expect(outcomeOf(mapColumn('Location', ["'A &amp; B"]).rows[0], 'storage_location')).toBe('A &amp; B')
})
