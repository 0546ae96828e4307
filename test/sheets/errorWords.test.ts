import { expect, it } from 'vitest'
import { mapText, outcomeOf, toCsv } from './support.ts'

/** Errors as Excel and Google Sheets show them in each language, and LibreOffice by number. `|` stands for a space. */
const errorValues: Readonly<Record<string, string>> = {
  English:
    '#N/A #REF! #VALUE! #VALUE #NAME? #NUM! #NULL! #DIV/0! #SPILL! #CALC! #FIELD! #GETTING_DATA #ERROR! #TIMEOUT! Loading... Err:502 Err:522 #N/A!',
  Programs:
    '#N/A|N/A #NA #FMT #MACRO? #ADDIN? #Deleted #Locked #Type! #Func! #Gelöscht #Supprimé #エラー! Err:5000 ## 1.#QNAN -1.#IND 1.#INF Invalid|date NaN-NaN-NaN [object|Object]',
  German: '#NV #BEZUG! #WERT! #NAME? #ZAHL! #NULL! #DIV/0! #ÜBERLAUF! #FEHLER! Wird|geladen...',
  French: '#N/A #REF! #VALEUR! #NOM? #NOMBRE! #NUL! #DIV/0! #PROPAGATION! #ERREUR! Chargement... Erreur|:502',
  Spanish: '#N/D #¡REF! #¡VALOR! #¿NOMBRE? #¡NUM! #¡NULO! #¡DIV/0! #¡DESBORDAMIENTO! Cargando... Cargando…',
  Italian: '#N/D #RIF! #VALORE! #NOME? #NUM! #NULLO! #DIV/0! #ESPANSIONE! Caricamento...',
  Portuguese: '#N/D #REF! #VALOR! #NOME? #NÚM! #NULO! #DIV/0! #DESPEJAR! Carregando... Erro:502',
  Dutch: '#N/B #VERW! #WAARDE! #NAAM? #GETAL! #LEEG! #DEEL/0! #OVERLOOP! Laden... Fout:502',
  Polish: '#N/D! #ADR! #ARG! #NAZWA? #LICZBA! #ZERO! #DZIEL/0! #ROZLANIE! Ładowanie... Błąd:502',
  Czech: '#NENÍ_K_DISPOZICI #ODKAZ! #HODNOTA! #NÁZEV? #ČÍSLO! #NULL! #DĚLENÍ_NULOU! #PŘESAH! Načítání... Chyba:502',
  Slovak: '#NEDOSTUPNÝ #ODKAZ! #HODNOTA! #NÁZOV? #ČÍSLO! #DELENIENULOU! #PRESAH!',
  Hungarian: '#HIÁNYZIK #HIV! #ÉRTÉK! #NÉV? #SZÁM! #NULLA! #ZÉRÓOSZTÓ! Betöltés... Hiba:502',
  Russian: '#Н/Д #ССЫЛКА! #ЗНАЧ! #ИМЯ? #ЧИСЛО! #ПУСТО! #ДЕЛ/0! #ПЕРЕНОС! Загрузка... Ошибка:502',
  Ukrainian: '#Н/Д #ПОСИЛАННЯ! #ЗНАЧ! #ЧИСЛО! #ДІЛ/0!',
  Turkish: '#YOK #BAŞV! #DEĞER! #AD? #SAYI! #BOŞ! #SAYI/0! #TAŞMA! Yükleniyor... Hata:502',
  Swedish: '#SAKNAS! #REFERENS! #VÄRDEFEL! #NAMN? #OGILTIGT! #SKÄRNING! #DIVISION/0! Fel:502',
  Norwegian: '#I/T #REF! #VERDI! #NAVN? #NUM! #DIV/0! Feil:502',
  Danish: '#I/T #REFERENCE! #VÆRDI! #NAVN? #DIVISION/0! #OVERLØB! Fejl:502',
  Finnish: '#PUUTTUU! #VIITTAUS! #ARVO! #NIMI? #LUKU! #TYHJÄ! #JAKO/0! Virhe:502',
  Greek: '#Δ/Υ #ΑΝΑΦ! #ΤΙΜΗ! #ΟΝΟΜΑ? #ΑΡΙΘ! #ΔΙΑΙΡ/0!',
  Japanese: '#N/A #REF! 読み込んでいます... エラー:502',
  Chinese: '#N/A #VALUE! 正在加载... 错误:502',
}
const cases = Object.entries(errorValues).flatMap(([language, words]) =>
  words.split(' ').map((word): [string, string] => [language, word.replaceAll('|', ' ')]),
)

it.each(cases)('an error of the spreadsheet refuses its row, in %s: %s', (_language, word) => {
  const titles = [
    'Asset Tag',
    'Type',
    'Brand',
    'Model',
    'Serial',
    'Location',
    'Notes',
    'Price',
    'Purchased',
    'Condition',
  ]
  const item = ['T', 'lens', 'Canon', 'R5', 'S', 'Shelf', 'nice', '100', '2024-01-31', 'good']
  const rowOf = (index: number): string[] => item.with(0, `T-${index}`).with(4, `S${index}`)
  const cells = [word, word.toLowerCase(), ` ${word} `].flatMap((text) =>
    titles.map((title, index) => ({ title, text, index })),
  )
  const rows = cells.map(({ text, index }, place) => rowOf(place).with(index, text))
  const table = mapText(toCsv([titles, ...rows, rowOf(rows.length)]))
  expect(
    cells.map(({ title, text }, place) => ({ title, text, errors: table.rows[place]?.errors.map(({ code }) => code) })),
  ).toEqual(cells.map(({ title, text }) => ({ title, text, errors: ['error_cell'] })))
  expect(table.rows[rows.length]?.errors).toEqual([])
})

it.each([
  '#3',
  '#12',
  'Error',
  'Loading dock',
  'Err',
  '#NOMAD',
  'Value',
  'N/B',
  'Laden',
  '#A/1',
  'Canon #N/A',
  '#hashtag!',
  '#A1!',
  '#1!',
  'Invalid',
  '# 2',
])('%s is text, not an error', (word) => {
  expect(
    outcomeOf(
      mapText(
        toCsv([
          ['Asset Tag', 'Type', 'Brand', 'Model'],
          ['T-1', 'lens', 'Canon', word],
        ]),
      ).rows[0],
      'model',
    ),
  ).toBe(word)
})
