import { gearTypeWords } from '../../../sheets/mapping/gearTypeWords.ts'
import { errorNames, loadingWords, numberedErrors } from '../../../sheets/cells/errorWords.ts'
import { blankWords, dittoWords, totalsWords } from '../../../sheets/mapping/cellWords.ts'
import { listWordsByLanguage } from '../../../sheets/mapping/headerEntry.ts'
import { ambiguousHeaders, headerTable } from '../../../sheets/mapping/headers.ts'
import { conditionWords, filterKindWords, sensorWords, statusWords, yesNoWords, type WordTable } from '../../../sheets/mapping/words.ts'
import { quantityWords, ambiguousQuantityWords } from '../../../sheets/mapping/quantityWords.ts'
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
      return [nameOf(target), ...lines, ...(weak === undefined ? [] : [wrap(weak, '  only if no other column names it:  ')])].join('\n')
    })
    .join('\n\n')

const eitherHeaders = (): string => ambiguousHeaders.map(({ fields, words }) => `${words}\n  ${fields.join(' or ')}`).join('\n')

const table = (words: WordTable): string =>
  Object.entries(words)
    .map(([value, lists]) => `${value}\n${wrap(lists.join(', '), '  ')}`)
    .join('\n')

const units = (): string =>
  Object.entries(unitsOfField)
    .map(([field, names]) => `${field}: ${names.join(', ')}`)
    .join('\n')

/** The sections of docs/sheets.md that are generated from the tables, by name. */
export const sections: Readonly<Record<string, () => string>> = {
  headers,
  'either headers': eitherHeaders,
  quantities: () =>
    `${wrap(quantityWords.join(', '), '')}\nonly where the cells are whole numbers up to 999, one of them above 1:\n${wrap(ambiguousQuantityWords.join(', '), '  ')}`,
  'gear types': () => table(gearTypeWords),
  status: () => table(statusWords),
  condition: () => table(conditionWords),
  'sensor formats and image circles': () => table(sensorWords),
  'filter kinds': () => table(filterKindWords),
  'yes and no': () => table(yesNoWords),
  'blank words': () => wrap(blankWords.join(', '), ''),
  'ditto marks': () => wrap(dittoWords.join(', '), ''),
  'errors of spreadsheets': () => wrap(errorNames.join(', '), ''),
  'errors with a number': () => wrap(numberedErrors.join(', '), ''),
  'words while a formula runs': () => wrap(loadingWords.join(', '), ''),
  'words of totals': () => wrap(totalsWords.join(', '), ''),
  units,
}

const block = (name: string): RegExp => new RegExp(`(<!-- made: ${name} -->\\n\\n\`\`\`text\\n)[\\s\\S]*?(\\n\`\`\`)`)

export function fillSection(text: string, name: string, content: string): string {
  if (!block(name).test(text)) throw new Error(`docs/sheets.md has no section "${name}"`)
  return text.replace(block(name), (_all, before: string, after: string) => before + content + after)
}

/** The text between the fences of a section. */
export const sectionOf = (text: string, name: string): string | undefined =>
  block(name)
    .exec(text)?.[0]
    .split('```text\n')[1]
    ?.replace(/\n```$/, '')
