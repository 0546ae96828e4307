// Headers and titles that count in hundreds, thousands or hundredths.
import { describe, expect, it } from 'vitest'
import { mapColumn, mapText, source, toCsv } from './support.ts'

const HEAD = ['Asset Tag', 'Type', 'Brand', 'Model']
const ITEM = ['T-1', 'camera', 'Canon', 'R5']
const isLeftOut = (header: string): unknown => {
  const table = mapColumn(header, ['38', '45', '12.5'], source('decimal: "."'))
  const { asset_tag: _tag, gear_type: _type, brand: _brand, model: _model, ...fields } = table.rows[0]?.fields ?? {}
  return { fields, detail: table.mapping.tables[0]?.left_out[0]?.detail }
}
const refused = { fields: {}, detail: expect.stringContaining('scales the numbers') as string }

const SCALED: Readonly<Record<string, string>> = {
  English:
    "Price (in hundreds)|Price in thousands|Price k€|Price (k$)|Price KUSD|Price (x100)|Price ×1,000|Price '000|Price (000s)|Price [10³ €]|Price (1e3)|Price (USD, thousands)|Price in cents|price_cents|Price (lakh)|Price (mn)|Shutter count (k)|Shutter count x1000|Weight (10 g)|Weight in hundreds|Replacement value ($K)",
  German:
    'Preis T€|Preis in T€|Kaufpreis (TEUR)|Kaufpreis in Tsd.|Kaufpreis (Tsd. €)|Preis in tausend Euro|Neuwert in Hundert|Preis Mio. €|Auslösungen (Tsd.)|Preis in Cent',
  French:
    "Prix en k€|Prix (K€)|Prix en milliers|Prix (en milliers d'euros)|Prix en centaines|Déclenchements (milliers)",
  Spanish: 'Precio en miles|Precio (miles de €)|Precio en cientos|Precio M€|Disparos (miles)',
  Italian: 'Prezzo in migliaia|Prezzo (migliaia di €)|Prezzo in centinaia',
  Dutch: 'Prijs in duizenden|Prijs (x duizend)|Prijs in honderdtallen',
  Polish: 'Cena w tys.|Cena (tys. zł)|Cena w tysiącach',
  Portuguese: 'Preço em milhares|Preço (mil R$)',
  Japanese: '価格(万円)|価格(単位:千円)|購入価格（百円）',
  Chinese: '价格（万元）|购买价格(千元)',
}
const headers = Object.entries(SCALED).flatMap(([language, list]) =>
  list.split('|').map((header): [string, string] => [language, header]),
)

it.each(headers)('a header that scales its numbers is left out with the reason, in %s: %s', (_language, header) => {
  expect(isLeftOut(header)).toEqual(refused)
})

it.each([
  ['Price', 'purchase_price'],
  ['Price (USD)', 'purchase_price'],
  ['Price in USD', 'purchase_price'],
  ['Price ($)', 'purchase_price'],
  ['Price (2021)', 'purchase_price'],
  ['Price (07/2023)', 'purchase_price'],
  ['Price (incl. VAT)', 'purchase_price'],
  ['Kaufpreis (inkl. 19% MwSt.)', 'purchase_price'],
  ['Prix (TTC)', 'purchase_price'],
  ['Price (each)', 'purchase_price'],
  ['Shutter count (03/2024)', 'shutter_count'],
  ['Weight (g)', 'weight_g'],
  ['Weight (body only)', 'weight_g'],
  ['Resolution (MP)', 'resolution_mp'],
  ['価格（税込）', 'purchase_price'],
])('a header without a scale is read: %s', (header, field) => {
  expect(mapColumn(header, ['38', '45', '12'], source('decimal: "."')).rows[0]?.fields).toMatchObject({ [field]: 38 })
})

describe('all amounts of a list', () => {
  const rows = [
    [...HEAD, 'Price', 'Insured value'],
    [...ITEM, '38', '45'],
    ['T-2', ...ITEM.slice(1), '12', '13'],
  ]

  it.each([
    'Inventory 2024 (amounts in k€)',
    'Alle Angaben in TEUR',
    'Werte in Tsd. EUR',
    'Values in thousands of USD',
    'Montants en milliers',
    'Importes en miles de €',
    'Kwoty w tys. zł',
    'Gear in studio B, in k$',
    '単位：千円',
  ])('are left out below the title %s', (title) => {
    const table = mapText(toCsv([[title], [], ...rows]), source(), 'EUR')
    expect(table.rows.map(({ fields }) => fields)).toEqual([
      { asset_tag: 'T-1', gear_type: 'camera', brand: 'Canon', model: 'R5' },
      { asset_tag: 'T-2', gear_type: 'camera', brand: 'Canon', model: 'R5' },
    ])
    expect(table.mapping.tables[0]?.left_out.map(({ detail }) => detail)).toEqual([refused.detail, refused.detail])
  })

  it.each([
    'Gear in bin 4',
    'Shot in 8k',
    'Stand in 2024',
    'Inventory of Thousand Oaks',
    'All prices in EUR',
    'Mil in K',
  ])('are read below the title %s', (title) => {
    expect(mapText(toCsv([[title], [], ...rows]), source(), 'EUR').rows[0]?.fields).toMatchObject({
      purchase_price: 38,
      replacement_value: 45,
    })
  })

  it.each(['in thousands', 'TEUR', 'k€', 'x100', 'Tsd.', 'milliers', '千円'])(
    'are left out where the row of units below the header says %s',
    (unit) => {
      const [header = [], ...items] = rows
      const units = ['', '', '', '', unit, unit]
      expect(mapText(toCsv([header, units, ...items]), source(), 'EUR').rows.at(-1)?.fields).toEqual({
        asset_tag: 'T-2',
        gear_type: 'camera',
        brand: 'Canon',
        model: 'R5',
      })
    },
  )

  it('are read under a header that the settings name', () => {
    const table = mapText(toCsv([['Amounts in k€'], ...rows]), source('columns: { Price: purchase_price }'), 'EUR')
    expect(table.rows[0]?.fields['purchase_price']).toBe(38)
  })
})
