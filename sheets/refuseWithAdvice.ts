// Refusals of a file whose message and machine-readable advice are made from the same data, so that both say the same.
import { CHOOSE, type SheetAdvice } from '../contract/control/advice.ts'
import { say, sayAll, type Said } from '../contract/sentences/say.ts'
import { headerNames } from '../contract/sentences/ways.ts'
import { SheetRefused, type SheetRefusal } from './types.ts'

const PLAIN_WORD = /^[a-z][\w-]*$/

const formatScalar = (value: unknown): string =>
  value === CHOOSE || (typeof value === 'string' && PLAIN_WORD.test(value)) ? value : JSON.stringify(value)

/** Formats a setting as one line of YAML. Headers are in quotation marks. */
function formatSetting([name, value]: [string, unknown]): string {
  if (name === 'sheet') return `${name}: ${JSON.stringify(value)}`
  if (typeof value !== 'object' || value === null) return `${name}: ${formatScalar(value)}`
  const members = Object.entries(value).map(([key, member]) => {
    const shownKey = name === 'columns' ? JSON.stringify(key) : key
    return `${shownKey}: ${formatScalar(member)}`
  })
  return `${name}: { ${members.join(', ')} }`
}

const formatSettings = ({ settings = {} }: SheetAdvice): { settings: string } => ({
  settings: Object.entries(settings).map(formatSetting).join('\n'),
})

const sayChoices = ({ choose = [] }: SheetAdvice): Said[] =>
  choose.map(({ setting, values }) =>
    values ? say('replace_choose_by', { setting, values: values.join(', ') }) : say('replace_choose', { setting }),
  )

const saySettings = (advice: SheetAdvice, isFirst: boolean): Said =>
  sayAll(say(isFirst ? 'add_settings' : 'or_add_settings', formatSettings(advice)), ...sayChoices(advice))

function sayRow({ before: row = 0, cells: names = [], sheet }: SheetAdvice, isFirst: boolean): Said {
  const cells = names.map((cell) => JSON.stringify(cell)).join(', ')
  if (sheet === undefined) return say(isFirst ? 'insert_header' : 'or_insert_header', { row, cells })
  return say(isFirst ? 'insert_header_of_sheet' : 'or_insert_header_of_sheet', { row, sheet, cells })
}

const fieldOf = (header: string): string =>
  Object.keys(headerNames).find((field) => headerNames[field] === header) ?? header

function sayColumns(advice: SheetAdvice, isFirst: boolean): Said {
  const fields = (advice.headers ?? []).map(fieldOf).join(', ')
  const columns = say(isFirst ? 'add_columns' : 'or_add_columns', { fields })
  if (!advice.settings) return columns
  return sayAll(columns, say('also_add_settings', formatSettings(advice)), ...sayChoices(advice))
}

const ways: Readonly<Record<string, (advice: SheetAdvice, isFirst: boolean) => Said>> = {
  settings: saySettings,
  insert_row: sayRow,
  add_column: sayColumns,
  tag: (_advice, isFirst) => say(isFirst ? 'run_sync_tag' : 'or_run_sync_tag'),
  first_line: ({ line = '' }, isFirst) =>
    say(isFirst ? 'put_first_line' : 'or_put_first_line', { line: JSON.stringify(line) }),
}

/** Creates a refusal whose message has the fact and all ways out, the best one first. */
export function refuseWithAdvice(
  code: SheetRefusal,
  fact: Said,
  advice: readonly SheetAdvice[],
  options: ErrorOptions = {},
): SheetRefused {
  const said = advice.flatMap((way, index) => ways[way.kind]?.(way, index === 0) ?? [])
  return new SheetRefused(code, sayAll(fact, ...said), { ...options, advice, fact })
}

/** Creates a refusal like another one, with other advice or a fact before it. */
export const withAdvice = (
  refused: SheetRefused,
  advice: readonly SheetAdvice[],
  fact: Said = refused.fact,
): SheetRefused => refuseWithAdvice(refused.code, fact, advice, { cause: refused })

/** Advice to assign columns to fields, by header. */
export const adviseColumns = (columns: Readonly<Record<string, string>>): SheetAdvice => ({
  kind: 'settings',
  settings: { columns },
})
