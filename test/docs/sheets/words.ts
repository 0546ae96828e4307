// docs/sheets-words.md: every word that the sync knows, from the tables that it reads with.
import { gearTypeWords } from '../../../sheets/vocabulary/gearTypeWords.ts'
import { brokenValues, errorNames, loadingWords, numberedErrors } from '../../../sheets/cells/errorWords.ts'
import {
  blankWords,
  bracketedBlankWords,
  dittoWords,
  markedPlaceholderWords,
  placeholderWords,
} from '../../../sheets/vocabulary/cellWords.ts'
import { listWordsByLanguage } from '../../../sheets/vocabulary/headerEntry.ts'
import { ambiguousHeaders, headerTable } from '../../../sheets/vocabulary/headers.ts'
import { amountWords, countedWords, countWords, totalsWords } from '../../../sheets/vocabulary/totalsWords.ts'
import {
  conditionWords,
  filterKindWords,
  sensorWords,
  statusWords,
  yesNoWords,
  type WordTable,
} from '../../../sheets/vocabulary/words.ts'
import {
  goneHeaderWords,
  goneWords,
  absentWords,
  hereWords,
  outWords,
  unknownWords,
  weakGoneWords,
} from '../../../sheets/vocabulary/presenceWords.ts'
import { quantityWords, ambiguousQuantityWords } from '../../../sheets/vocabulary/quantityWords.ts'
import { serviceHeaders } from '../../../sheets/vocabulary/serviceHeaders.ts'
import { unitsOfField } from '../../../sheets/cells/units.ts'
import type { ColumnTarget } from '../../../sheets/types.ts'

const WIDTH = 140

function wrap(words: string, indent: string): string {
  const lines: string[] = []
  let line = ''
  for (const word of words.split(', ').filter(Boolean)) {
    const longer = line === '' ? word : `${line}, ${word}`
    if (line !== '' && indent.length + longer.length > WIDTH) {
      lines.push(`${line},`)
      line = word
    } else line = longer
  }
  return [...lines, line].map((text) => indent + text).join('\n')
}

const list = (words: readonly string[]): string => wrap(words.join(', '), '')

const nameOf = (target: ColumnTarget): string =>
  typeof target === 'string'
    ? target
    : Object.entries(target)
        .map(([type, field]) => `${field} (${type})`)
        .join(', ')

const headers = (): string =>
  headerTable
    .map((entry) => {
      const { target, weak } = entry
      const lines = listWordsByLanguage(entry).map(([language, words]) => wrap(words, `  ${language}  `))
      return [
        nameOf(target),
        ...lines,
        ...(weak === undefined ? [] : [wrap(weak, '  only if no other column names it:  ')]),
      ].join('\n')
    })
    .join('\n\n')

const eitherHeaders = (): string =>
  ambiguousHeaders.map(({ fields, words }) => `${words}\n  ${fields.join(' or ')}`).join('\n')

const services = (): string =>
  Object.entries(serviceHeaders)
    .map(([fact, lists]) => `${fact}\n${wrap(lists.join(', '), '  ')}`)
    .join('\n\n')

const quantities = (): string =>
  `${list(quantityWords)}\nonly where the cells are whole numbers up to 999, one of them above 1:\n${wrap(ambiguousQuantityWords.join(', '), '  ')}`

const table = (words: WordTable): string =>
  Object.entries(words)
    .map(([value, lists]) => `${value}\n${wrap(lists.join(', '), '  ')}`)
    .join('\n')

const units = (): string =>
  Object.entries(unitsOfField)
    .map(([field, names]) => `${field}: ${names.join(', ')}`)
    .join('\n')

const words = (text: string): string => `\`\`\`text\n${text}\n\`\`\``

/** The whole page. Words of the lists stand in fences, so that Markdown changes none of them. */
export const wordsDocument = (): string =>
  `${[
    '<!-- Generated from the tables of sheets/ by test/docs/sheets/document.test.ts: UPDATE_DOCS=1 npm test -- test/docs/sheets/document.test.ts writes it. -->',
    '# Words that the sync knows',
    'Look here when a header or a value of your sheet is not recognised. [sheets.md](sheets.md) explains how a sheet is read.',
    'Case, accents, spaces and hyphens do not matter. The names and values of the API always work. Add your own headers under `columns:` and your own values under `values:`.',
    '## Headers',
    'Punctuation does not matter either. A currency or the unit of the field may follow: `Price (USD)`, `Weight in g`.',
    words(headers()),
    '### Headers that fit two fields',
    'The cells decide, or a column that already has one of the two fields. Else it is left out; a status refuses the file.',
    words(eitherHeaders()),
    '### Quantities',
    'A column of quantities feeds no field. It says how many items a row stands for ([quantity](sheets.md#quantities)).',
    words(quantities()),
    '### Columns about service',
    'They feed no field. With `maintenance:` they make maintenance records ([service](sheets.md#service)).',
    words(services()),
    '## Values',
    '### Gear types',
    '`accessory/tripod` sets the type and its category, `filter/nd` the type and its kind. Two words do so too: `Zubehör / Stativ`.',
    words(table(gearTypeWords)),
    '### Status',
    words(table(statusWords)),
    '### Condition',
    words(table(conditionWords)),
    '### Sensor formats and image circles',
    words(table(sensorWords)),
    '### Filter kinds',
    words(table(filterKindWords)),
    '### Yes and no',
    words(table(yesNoWords)),
    '### Units that may follow a number',
    words(units()),
    '## Words that lead to a question',
    'A column or a title with such a word is asked about, unless its meaning is known ([questions](sheets.md#questions)). `*` stands for any ending.',
    '### Gone',
    words(list(goneWords)),
    'In headers only:',
    words(list(goneHeaderWords)),
    'In titles without other words:',
    words(list(weakGoneWords)),
    '### Still there, so that a no means gone',
    words(list(hereWords)),
    'These mean no there, though they mean nothing in other columns:',
    words(list([absentWords])),
    'These lead to a question there:',
    words(list([unknownWords])),
    '### With somebody',
    words(list(outWords)),
    '## Cells without a value',
    '### Read as an empty cell',
    words(list(blankWords)),
    'Also in brackets: `(null)`, `<NA>`, `[none]`. In brackets only:',
    words(list(bracketedBlankWords)),
    'Texts of fields in which nobody has chosen, also with marks beside them:',
    words(list(placeholderWords)),
    'Only with marks beside them, as in `Select …` or `-- select --`:',
    words(list(markedPlaceholderWords)),
    '### Marks for the value of the row above',
    'These words, and `"`, `〃`, `-"-` or `↑`, refuse the row.',
    words(list(dittoWords)),
    '### Totals',
    'These words mark a row of totals, which is skipped. Names of sections, numbers, and the words for things and amounts below may stand beside them.',
    words(list(totalsWords)),
    'So do these, the labels of counts, beside a number:',
    words(list(countWords)),
    'Things and amounts:',
    words(list([...countedWords, ...amountWords])),
    '### Errors of spreadsheet programs',
    'Such a cell refuses its row, in every column and in text files too. Case does not matter.',
    'Excel and Google Sheets write `#` before these words and mostly `!` or `?` behind them. A cell of `###` is a column that was too narrow.',
    words(list(errorNames)),
    'Any other word in capitals between `#` and `!` or `?` is an error too, and so are these, and `1.#QNAN`:',
    words(list(brokenValues)),
    'LibreOffice writes these words with `:502` or another number of three digits behind them.',
    words(list(numberedErrors)),
    'Google Sheets writes these words with `...` or `…` behind them while a formula runs.',
    words(list(loadingWords)),
  ].join('\n\n')}\n`
