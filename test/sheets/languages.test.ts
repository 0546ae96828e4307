import { describe, expect, it } from 'vitest'
import { mapText, readCell } from './support.ts'

describe('a whole sheet is read in', () => {
  it.each([
    [
      'Italian',
      'Numero inventario;Tipo;Marca;Modello;Matricola;Stato;Ubicazione;Note',
      'T1;Obiettivo;Canon;RF;123;Buono;A1;x',
    ],
    [
      'Dutch',
      'Inventarisnummer;Soort;Merk;Model;Serienummer;Staat;Opslaglocatie;Opmerkingen',
      'T1;Lenzen;Canon;RF;123;goed;A1;x',
    ],
    [
      'Polish',
      'Nr inwentarzowy;Rodzaj;Producent;Model;Nr seryjny;Stan;Lokalizacja;Uwagi',
      'T1;Obiektyw;Canon;RF;123;dobry;A1;x',
    ],
    [
      'Portuguese',
      'Patrimônio;Categoria;Marca;Modelo;Nº de série;Estado;Localização;Observações',
      'T1;Objetiva;Canon;RF;123;bom;A1;x',
    ],
    ['Japanese', '資産番号;種類;メーカー;型番;シリアル番号;状態;保管場所;備考', 'T1;レンズ;Canon;RF;123;良品;A1;x'],
    ['Chinese', '设备编号;类型;品牌;型号;序列号;状态;存放位置;备注', 'T1;镜头;Canon;RF;123;良好;A1;x'],
  ])('%s', (_language, head, row) => {
    const { read, rows } = mapText(`${head}\n${row}`)
    expect({ unknown_columns: read.unknown_columns, errors: rows[0]?.errors }).toEqual({
      unknown_columns: [],
      errors: [],
    })
    expect(rows[0]?.fields).toMatchObject({
      asset_tag: 'T1',
      gear_type: 'lens',
      brand: 'Canon',
      model: 'RF',
      serial_number: '123',
      condition: 'good',
      storage_location: 'A1',
      notes: 'x',
    })
  })
})

describe('words', () => {
  it.each([
    ...['A', 'a', '9/10', '10/10', 'TBE', 'neuwertig', 'Ottimo'].map((word) => [
      'Condition',
      'condition',
      word,
      'excellent',
    ]),
    ...['B', '8/10', 'BE', 'Buono'].map((word) => ['Condition', 'condition', word, 'good']),
    ...['C', '6/10', 'matig'].map((word) => ['Condition', 'condition', word, 'fair']),
    ...['D', '2/10', 'kaputt'].map((word) => ['Condition', 'condition', word, 'poor']),
    ...['defekt', 'kaputt', 'needs attention', 'en panne', '修理中'].map((word) => [
      'Status',
      'status',
      word,
      'maintenance',
    ]),
    ...['reserviert', 'reserved', 'In custody'].map((word) => ['Status', 'status', word, 'in_use']),
    ...['dispo', 'Disponibile', '在庫'].map((word) => ['Status', 'status', word, 'available']),
    ...['HS', 'H.S.', 'archived'].map((word) => ['Status', 'status', word, 'retired']),
  ] as [string, string, string, string][])('%s: %s %j is %s', (header, field, word, value) => {
    expect(readCell(header, field, word)).toBe(value)
  })

  it.each(['Grip', 'Support', 'Power', 'Storage', 'Stativ', 'Licht', '三脚', 'statyw'])(
    '%s is an accessory',
    (word) => {
      expect(mapText(`Asset Tag,Type,Brand,Model\nT-1,${word},Canon,R5`).rows[0]?.fields['gear_type']).toBe('accessory')
    },
  )

  it.each(['Video', 'Kit'])('%s is refused, because it can mean several types', (word) => {
    expect(mapText(`Asset Tag,Type,Brand,Model\nT-1,${word},Canon,R5`).rows[0]?.errors.map(({ code }) => code)).toEqual(
      ['unknown_type'],
    )
  })
})

describe('values', () => {
  const lens = (header: string, value: string): unknown => {
    const [row] = mapText(`Asset Tag;Type;Brand;Model;${header}\nT-1;lens;Canon;R5;${value}`).rows
    return row?.errors[0]?.code ?? [row?.fields['focal_length_min_mm'], row?.fields['focal_length_max_mm']]
  }

  it.each([
    ['Brennweite', '24-70mm', [24, 70]],
    ['Focal length (mm)', '70 – 200', [70, 200]],
    ['Focale', '50mm', [50, 50]],
    ['Focal length', '70-24', 'not_a_number'],
    ['Focal length min', '50', [50, undefined]],
  ])('%s %j', (header, value, outcome) => {
    expect(lens(header, value)).toEqual(outcome)
  })

  it('a column for the longest focal length takes precedence over a range', () => {
    const [row] = mapText('Asset Tag;Type;Brand;Model;Focal length;Focal length max\nT-1;lens;Canon;R5;24;70').rows
    expect({
      focal_length_min_mm: row?.fields['focal_length_min_mm'],
      focal_length_max_mm: row?.fields['focal_length_max_mm'],
    }).toEqual({
      focal_length_min_mm: 24,
      focal_length_max_mm: 70,
    })
  })

  it('a focal range of a row without a type depends on the type of its item', () => {
    const [row] = mapText('Asset Tag;Type;Brand;Model;Focal length\nT-1;;Canon;R5;24-70').rows
    expect(Object.keys(row?.typeDependent ?? {})).toEqual(['focal_length_min_mm', 'focal_length_max_mm'])
  })

  it.each([
    ['1,2 kg', 1200],
    ['1.2kg', 1200],
    ['950 g', 950],
    ['1.250 kg', 'ambiguous_number'],
    ['1,2345 kg', 'too_many_decimals'],
    ['3 lbs', 'not_a_number'],
  ])('a weight of %j', (value, outcome) => {
    expect(readCell('Weight', 'weight_g', value)).toBe(outcome)
  })

  it.each(['ø77', 'Ø 77 mm', '⌀77'])('a thread of %j', (value) => {
    expect(readCell('Filter size', 'filter_thread_mm', value, { type: 'lens' })).toBe(77)
  })

  it.each([
    '1299 netto',
    '1.299,00 $ TTC',
    '1299 HT',
    'netto 1299',
    '1299 exkl.',
    '1299 exkl. MwSt.',
    '1299 (zzgl. MwSt.)',
    '1299 excl. VAT',
    '$1,299 net',
  ])('a price of %j is read as its amount, with a warning', (value) => {
    const [row] = mapText(`Asset Tag;Type;Brand;Model;Price\nT-1;lens;Canon;R5;${value}`).rows
    expect({ purchase_price: row?.fields['purchase_price'], warnings: row?.warnings.map(({ code }) => code) }).toEqual({
      purchase_price: 1299,
      warnings: ['tax_word'],
    })
  })

  it.each(['ca. 300', '1299 neu', '~300', '1299 net 30'])('a price of %j is refused', (value) => {
    expect(readCell('Price', 'purchase_price', value)).toBe('not_a_number')
  })
})
