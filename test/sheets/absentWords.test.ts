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
