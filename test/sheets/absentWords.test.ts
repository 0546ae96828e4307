// Words for nothing in columns that say whether an item is still there.
import { describe, expect, it } from 'vitest'
import { emptyAccount, mapText, planIn, source, toCsv } from './support.ts'

describe('a word that means nothing elsewhere', () => {
  const WORDS = ['отсутствует', 'not available', 'nicht vorhanden', 'no disponible', 'non disponibile']

  it.each(WORDS)('is asked about in a column about presence: %s', (word) => {
    const rows = [
      ['Asset Tag', 'Type', 'Brand', 'Model', 'Present'],
      ['A-1', 'camera', 'Sony', 'FX3', 'yes'],
      ['A-2', 'camera', 'Sony', 'FX6', word],
      ['A-3', 'camera', 'Sony', 'FX9', ''],
    ]
    const plan = planIn(emptyAccount(), mapText(toCsv(rows)))
    expect(plan.rows.map(({ outcome }) => outcome)).toEqual(['create', 'question', 'create'])
  })

  it.each(WORDS)('is no blank status: %s', (word) => {
    const rows = [
      ['Asset Tag', 'Type', 'Brand', 'Model', 'Status'],
      ['A-1', 'camera', 'Sony', 'FX3', word],
    ]
    const plan = planIn(emptyAccount(), mapText(toCsv(rows)))
    expect(plan.rows.map(({ errors }) => errors?.map(({ code }) => code))).toEqual([['unknown_value']])
  })

  it.each([
    ['В наличии', 'да', 'нет, отсутствует, неизвестно'],
    ['Mevcut', 'evet', 'yok, hayır'],
    ['Vorhanden', 'ja', 'nein, keine, nicht vorhanden, fehlt, unbekannt'],
    ['在庫', 'あり', '無, 无, なし'],
    ['現存', '有', '無, なし, 不明'],
    ['Na stanie', 'tak', 'nie, brak'],
    ['Presente', 'sì', 'no, nessuno, manca'],
    ['Finns', 'ja', 'nej, saknas, ingen, inget'],
    ['En stock', 'oui', 'non, aucun, néant, 0'],
    ['En existencia', 'sí', 'no, ninguno, falta'],
    ['Aanwezig', 'ja', 'nee, geen, ontbreekt'],
    ['Em estoque', 'sim', 'não, nenhum'],
    ['V provozu', 'ano', 'ne, není'],
    ['In stock', 'yes', 'no, none, nil, unknown'],
  ])('is a no where a column says what is there: %s', (header, yes, words) => {
    for (const word of words.split(', ')) {
      const rows = [yes, word, '', '-', 'n/a'].map((text, index) => [`A-${index}`, 'camera', 'Sony', 'FX3', text])
      const table = toCsv([['Asset Tag', 'Type', 'Brand', 'Model', header], ...rows])
      const outcomes = planIn(emptyAccount(), mapText(table)).rows.map(({ outcome }) => outcome)
      expect({ word, outcomes }).toEqual({ word, outcomes: ['create', 'question', 'create', 'create', 'create'] })
      const settings = source(`presence: { ${JSON.stringify(header)}: here }`)
      const answered = planIn(emptyAccount(), mapText(table, settings), settings).rows[1]
      const isUnknown = ['unknown', 'unbekannt', '不明', 'неизвестно'].includes(word)
      expect({ word, outcome: answered?.outcome }).toEqual({ word, outcome: isUnknown ? 'create' : 'refused' })
    }
  })

  it('is nothing in a column of what is gone', () => {
    const rows = ['none', 'нет', '2024-01-31'].map((text, index) => [`A-${index}`, 'camera', 'Sony', 'FX3', text])
    const table = toCsv([['Asset Tag', 'Type', 'Brand', 'Model', 'Date removed'], ...rows])
    const outcomes = planIn(emptyAccount(), mapText(table)).rows.map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['create', 'create', 'question'])
  })
})

/** Headers about what is gone, still there or with somebody, as lists in these languages have them. */
const HEADERS: Readonly<Record<string, string>> = {
  Spanish:
    'Fecha de baja|Motivo de baja|Causa de baja|Alta/Baja|Desaparecido|Prestado a|Custodio|En servicio|Sigue aquí',
  Italian: 'Data dismissione|Rottamato il|Motivo scarico|Assegnato a|Consegnatario|Presente|Fuori uso',
  Dutch: 'Afgevoerd op|Vermist sinds|Reden afvoer|Uitgeleend aan|In bruikleen bij|Bij wie|Aanwezig',
  Polish: 'Data likwidacji|Wycofany z użytku|Kasacja|Powód wycofania|Wypożyczono komu|U kogo|Na stanie',
  Czech: 'Datum vyřazení|Důvod vyřazení|Půjčeno komu|U koho|Zapůjčeno|V evidenci|Existuje',
  Swedish: 'Kasserad|Försvunnen|Borttappad|Avskriven|Utlånad till|Lånas av|Finns',
  Portuguese: 'Data da baixa|Vendido para|Inservível|Emprestado para|Com quem|Ativo',
  Japanese: '廃棄日|除籍|処分日|貸出先|持出先|有無|現有',
  Turkish: 'Hurda tarihi|Hurdaya ayrıldı|Düşüldü|İade tarihi|Kimde|Zimmetli kişi|Mevcut',
  Russian: 'Дата списания|Причина списания|Снят с учёта|У кого|Кому выдано|На балансе|В наличии',
}

it.each(Object.entries(HEADERS))('columns about presence are asked about, or known, in %s', (_language, headers) => {
  for (const header of headers.split('|')) {
    const rows = ['2024-01-31', 'Anna', '0'].map((text, index) => [`A-${index}`, 'camera', 'Sony', 'FX3', text])
    const table = mapText(toCsv([['Asset Tag', 'Type', 'Brand', 'Model', header], ...rows]))
    const isKnown = Object.values(table.read.columns).some((column) => column.header === header)
    const isAsked = table.mapping.tables[0]?.left_out.some(({ reason }) => reason === 'asked') === true
    expect({ header, isKnownOrAsked: isKnown || isAsked }).toEqual({ header, isKnownOrAsked: true })
  }
})
