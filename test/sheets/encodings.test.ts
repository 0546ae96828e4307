import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { mapTable } from '../../sheets/mapping/mapTable.ts'
import { readSheets } from '../../sheets/readers/reader.ts'
import type { MappedTable } from '../../sheets/types.ts'
import { lists, type SampleItem as Item } from './encodingSamples.ts'
import { source } from './support.ts'

const head = 'Asset Tag;Type;Brand;Model;Location;Notes'

const textOf = (items: readonly Item[]): string =>
  [head, ...items.map(([location, notes], index) => `T-${index + 1};camera;Sony;FX3;${location};${notes}`)].join('\r\n')

async function map(bytes: Uint8Array, ...settings: string[]): Promise<MappedTable> {
  const sourceSettings = source(...settings)
  const [sheet] = await readSheets(bytes, 'gear.csv', sourceSettings)
  if (!sheet) throw new Error('no sheet')
  return mapTable(sheet, sourceSettings, { currency: 'EUR' })
}

const read = (table: MappedTable): unknown[] =>
  table.rows.map(({ fields, errors }) =>
    errors.length > 0 ? errors.map(({ code }) => code).join(' ') : [fields['storage_location'], fields['notes']],
  )

/** From names of iconv-lite to those of the WHATWG Encoding Standard. */
const standardName: Readonly<Record<string, string>> = { gbk: 'gb18030' }
const cases = lists.flatMap(({ language, encodings, items }) =>
  encodings.map((encoding) => ({ language, encoding, items })),
)

describe('the encoding of a text file is detected:', () => {
  it.each(cases)('$language in $encoding', async ({ encoding, items }) => {
    const table = await map(iconv.encode(textOf(items), encoding))
    expect(read(table)).toEqual(items)
    expect(table.mapping.encoding).toMatchObject({
      name: standardName[encoding] ?? encoding,
      evidence: expect.stringContaining('letters and words of') as string,
    })
  })

  it.each(lists)('$language in UTF-8 and UTF-16, marked or not', async ({ items }) => {
    for (const encoding of ['utf8', 'utf-16le', 'utf-16be'])
      for (const addBOM of [true, false])
        expect(read(await map(iconv.encode(textOf(items), encoding, { addBOM })))).toEqual(items)
  })

  it('text that is the same in three encodings is not refused', async () => {
    const items: Item[] = [['Küche', 'groß']]
    expect(read(await map(iconv.encode(textOf(items), 'windows-1254')))).toEqual(items)
    expect(read(await map(iconv.encode(textOf(items), 'windows-1250')))).toEqual(items)
  })

  it('a few UTF-8 characters are enough', async () => {
    for (const text of ['5 °C', '10 kΩ', '½', 'naïve', '🎥', 'µm', 'Zoë', '™', 'a – b', 'Ø77', '三', 'カ'])
      expect(read(await map(Buffer.from(textOf([[text, 'x']]))))).toEqual([[text, 'x']])
  })

  it('one letter of a header is enough', async () => {
    const text = 'Asset Tag;Type;Brand;Model;Price;Währung\nA;lens;Sony;FX3;100;CHF\nB;lens;Sony;FX3;1\u00a0299;EUR'
    for (const encoding of ['windows-1252', 'macintosh']) {
      const { rows } = await map(iconv.encode(text, encoding))
      expect({ encoding, rows: rows.map(({ fields, errors }) => errors[0]?.code ?? fields['purchase_price']) }).toEqual(
        {
          encoding,
          rows: ['other_currency', 1299],
        },
      )
    }
    const spacedTable = await map(iconv.encode(textOf([['1\u00a0299', 'x']]), 'windows-1252'))
    expect(read(spacedTable)).toEqual([['1 299', 'x']])
  })

  it('headers outside ASCII are recognised', async () => {
    const text = "Numéro d'inventaire;Type;Marque;Modèle;Emplacement\nA;boîtier;Sony;FX3;Réserve"
    for (const encoding of ['windows-1252', 'macintosh']) {
      const [row] = (await map(iconv.encode(text, encoding))).rows
      expect(row?.fields).toMatchObject({
        asset_tag: 'A',
        gear_type: 'camera',
        model: 'FX3',
        storage_location: 'Réserve',
      })
    }
  })
})

describe('an uncertain encoding', () => {
  const uncertain = iconv.encode(
    textOf([
      ['Modeč', 'x'],
      ['Shelf', 'plain'],
    ]),
    'windows-1250',
  )

  it('refuses the rows of the cells that differ, and shows both readings', async () => {
    const table = await map(uncertain)
    expect(read(table)).toEqual(['uncertain_encoding', ['Shelf', 'plain']])
    expect(table.rows[0]?.errors[0]?.message).toMatch(/"Modeč" in windows-1250/)
    expect(table.rows[0]?.errors[0]?.message).toMatch(/"Modeè" in windows-1252.*Set encoding:/)
  })

  it('is resolved by the setting, under any name of the encoding', async () => {
    for (const name of ['windows-1250', 'cp1250', 'WINDOWS-1250'])
      expect(read(await map(uncertain, `encoding: ${name}`))[0]).toEqual(['Modeč', 'x'])
    expect((await map(uncertain, 'encoding: windows-1250')).mapping.encoding).toMatchObject({
      name: 'windows-1250',
      evidence: 'set by encoding:',
    })
    expect(() => source('encoding: klingon')).toThrow(/encoding.*windows-1252/)
  })

  it('does not follow from a few invalid bytes in UTF-8, which refuse only their row', async () => {
    const bytes = Buffer.concat([
      Buffer.from(
        textOf([
          ['Küche', 'groß'],
          ['Büro', 'schön'],
          ['x', 'y'],
        ]),
      ),
      Buffer.from([0x20, 0xe4]),
    ])
    expect(read(await map(bytes))).toEqual([['Küche', 'groß'], ['Büro', 'schön'], 'damaged_text'])
  })

  it.each(['GrÃ¶ÃŸe', 'Ã‰tagÃ¨re', '8 â€“ 10', 'Caf\ufffd', '5 Â°C', 'Å»Ã³Å‚ty'])(
    'text that was decoded wrongly before is refused: %s',
    async (text) => {
      expect(read(await map(Buffer.from(textOf([[text, 'x']]))))).toEqual(['damaged_text'])
      expect(read(await map(Buffer.from(textOf([[`'${text}`, 'x']]))))).toEqual([[text, 'x']])
    },
  )

  it.each(['SÃO PAULO', 'Ångström', 'CÂMARA', 'ÄÖÜ', 'Åsa', 'â', 'naïve', 'Ãã'])(
    'a word that only looks wrongly decoded is read: %s',
    async (text) => {
      expect(read(await map(Buffer.from(textOf([[text, 'x']]))))).toEqual([[text, 'x']])
    },
  )

  it('never lets a single word be read wrong: it is read right or refused', async () => {
    let rightCount = 0
    let all = 0
    for (const { encoding, items } of cases)
      for (const text of items
        .flat()
        .flatMap((item) => item.split(/[ ,]+/))
        .filter((word) => /[^\u0000-\u007f]/.test(word))) {
        const [outcome] = read(await map(iconv.encode(textOf([[text, 'x']]), encoding)))
        all++
        if (outcome === 'uncertain_encoding' || outcome === 'damaged_text') continue
        expect({ encoding, outcome }).toEqual({ encoding, outcome: [text, 'x'] })
        rightCount++
      }
    expect(rightCount / all).toBeGreaterThan(0.5)
  })
})
