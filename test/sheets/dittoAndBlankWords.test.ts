import { describe, expect, it } from 'vitest'
import { escapeCellText } from '../../sheets/cells/escape.ts'
import { mapText, source, toCsv } from './support.ts'

const head = [
  'Asset Tag',
  'Type',
  'Brand',
  'Model',
  'Serial',
  'Location',
  'Notes',
  'Condition',
  'Price',
  'Purchased',
  'Firmware',
]
const item = ['T-1', 'camera', 'Canon', 'R5', 'S1', 'Shelf', 'fine', 'good', '10', '2024-01-31', '1.0']

/** The outcome of a text in each column except the type: whether it is stored, or the code. */
function outcomesInEveryField(text: string): string[] {
  const rows = head.map((_, index) => item.with(0, `U-${index}`).with(index, text))
  const table = mapText(toCsv([head, item, ...rows.flatMap((row, index) => [row, item.with(0, `V-${index}`)])]))
  return head.flatMap((header, index) => {
    if (header === 'Type') return []
    const row = table.rows[2 * index + 1]
    const code = [...(row?.errors ?? []), ...(row?.warnings ?? [])].find(
      ({ cell }) => cell === `${'ABCDEFGHIJK'[index]}${2 * index + 3}`,
    )?.code
    return Object.values(row?.fields ?? {}).includes(text.trim()) ? [`${header} stores it`] : [code ?? 'no code']
  })
}

const listed = (text: string): string[] => text.split(/, |\n\s*/)

describe('ditto marks', () => {
  it.each([
    ...listed(`", ", ”, „, 〃, ″, '', ´´, ,,, -"-, --"--, - " -, «, ↑`),
    ...listed(`ditto, Ditto., dito, dto., Dto, do., idem, Idem., id., ídem, dtto, desgl., same, same as above, as above, see above
      wie oben, siehe oben, s.o., s. o., wie vor, même, ci-dessus, voir ci-dessus, idem ci-dessus, igual que arriba, lo mismo, come sopra
      c.s., zie boven, als boven, idem acima, jak wyżej, j.w., som ovan, 同上, 上同, то же, см. выше
      ibid., le même, même chose, voir plus haut, el mismo, ver arriba, lo stesso, vedi sopra, zie hierboven, hetzelfde, igual acima
      jw., to samo, totéž, samma som ovan, samme, se ovenfor, kuten yllä, ugyanaz, aynı, yukarıdaki gibi, то же самое, там же, как выше, 同じ, 同左, 상동`),
  ])('%s is refused in every field, never stored', (text) => {
    expect(new Set(outcomesInEveryField(text))).toEqual(new Set(['ditto_mark']))
  })

  it('are refused as the type', () => {
    const [, row] = mapText(toCsv([head, item, ['T-2', '"', ...item.slice(2)]])).rows
    expect(row?.errors.map(({ cell, code, raw }) => [cell, code, raw])).toEqual([['B3', 'ditto_mark', '"']])
    expect(row?.errors[0]?.message).toMatch(/row above.+Write the value/)
  })

  it('in the key column leave the row without a key', () => {
    const [, row] = mapText(toCsv([head, item, ['"', ...item.slice(1)]])).rows
    expect({ keyFold: row?.keyFold, errors: row?.errors.map(({ cell, code }) => `${cell} ${code}`) }).toEqual({
      keyFold: undefined,
      errors: ['A3 ditto_mark'],
    })
  })
})

describe('words that mean blank', () => {
  const words = `none, None., nil, NULL, null, NaN, (none), <none>, [none], not applicable, not available, unknown, n/k, no serial, no serial number, N/A, N.A.,
    keine, keiner, kein, keins, ohne, nicht vorhanden, unbekannt, entfällt, k.A., keine Angabe, aucun, aucune, néant, sans, inconnu, non applicable, ninguno, ninguna,
    ningún, nada, sin número, sin serie, no aplica, desconocido, s/n, nessuno, nessuna, niente, sconosciuto, n.d., geen, onbekend, n.v.t., brak, nie dotyczy, nieznany,
    nenhum, nenhuma, sem, desconhecido, なし, 無し, 不明, 該当なし, 无, 無, 未知, 暂无, 없음, нет, неизвестно, ingen, okänd, ei ole, yok, žádný, neznámý, -, --, –, ―, ?, tbd, tbc, t.b.a., to be determined,
    xxx, 0000-00-00, 0001-01-01, 01/01/0001, 0001-01-01T00:00:00Z`

  /** Forms that programs write: pandas, R, SQL, Access, pivot tables, SAP, forms. */
  const ofPrograms = [
    'NaT|<NA>|-nan|-NaN|inf|-inf|-Infinity|\\N|[NULL]|{null}|DBNull|System.DBNull|(Leer)|(vide)|(en blanco)|(vuoto)|(leeg)',
    '(puste)|(vazio)|(空白)|(пусто)|(tom)|(tyhjä)|(boş)|(prázdné)|(empty)|<empty>|[empty]|(n/a)|(none)|<keine>|(aucun)|(No value)',
    'Not assigned|Unassigned|(unassigned)|Nicht zugeordnet|Non affecté|Sin asignar|Non assegnato|Niet toegewezen|Não atribuído',
    'No data|Keine Daten|Brak danych|нет данных|veri yok|Není|未設定|#|1899-12-30|1/0/1900|31.12.9999|Please select|Choose an item.',
    'Bitte wählen|Select...|-- Select --|--select--|- Select -|Choisir...|Kies…|<Wybierz>|選択してください|请选择',
  ].flatMap((list) => list.split('|'))

  it.each([...words.split(/,\s+/), ...ofPrograms])('%s is read as blank in every field, with a warning', (text) => {
    const codes = outcomesInEveryField(text)
    expect(
      new Set(codes.map((code) => (code === 'row_without_key' || code === 'missing_required' ? 'blank_token' : code))),
    ).toEqual(new Set(['blank_token']))
  })

  it('have the value that the settings give them', () => {
    const text = toCsv([head, item.map((value, index) => (index === 7 ? 'Unknown' : value))])
    expect(mapText(text, source('values: { condition: { unknown: fair } }')).rows[0]?.fields['condition']).toBe('fair')
    expect(mapText(text).rows[0]?.blanks).toContain('condition')
  })

  it('that mean no are read as no in a column of yes and no', () => {
    const lens = (word: string) =>
      mapText(`Asset Tag,Type,Brand,Model,Stabilized\nT-1,lens,Canon,RF,${word}`).rows[0]?.fields['stabilized']
    expect(lens('x')).toBe(true)
    expect(lens('no')).toBe(false)
    expect(lens('нет')).toBe(undefined)
    expect(lens('none')).toBe(undefined)
  })

  it("with a leading ' are text, and exports write that '", () => {
    const notes = (text: string) =>
      mapText(toCsv([head, item.map((value, index) => (index === 6 ? text : value))])).rows[0]?.fields['notes']
    for (const text of ['none', 'Ditto', '"', 'unknown']) {
      expect(escapeCellText(text, '<clear>')).toBe(`'${text}`)
      expect(notes(`'${text}`)).toBe(text)
    }
  })

  it('inside longer texts are text', () => {
    for (const text of [
      'none of the keys fit',
      'same as T-1',
      'Idem Audio',
      'do.it',
      '5" disk',
      'X-1',
      '(Tom)s',
      'Select',
      'Tom',
      'Vide',
      'Info',
      'No data cable',
      '[A]',
      '#1',
    ])
      expect(outcomesInEveryField(text)[5]).toBe('Notes stores it')
  })
})
