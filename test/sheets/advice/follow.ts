// A program that follows the advice of refusals to the letter, as a person would with the text of the message.
import { parse } from 'yaml'
import type { SheetAdvice } from '../../../contract/control/advice.ts'
import type { Sentence } from '../../../contract/sentences/sentence.ts'
import { chooseSheet } from '../../../sheets/mapping/chooseSheet.ts'
import { mapTable } from '../../../sheets/mapping/mapTable.ts'
import { readSheets } from '../../../sheets/readers/reader.ts'
import { tagSheet } from '../../../sheets/tagSheet.ts'
import { SheetRefused, type MappedTable } from '../../../sheets/types.ts'
import { makeWorkbook, sheetData } from '../makeWorkbook.ts'
import { source, toCsv } from '../support.ts'
import type { SourceSettings } from '../../../sheets/sources/settings.ts'
import type { AdviceList, ListFormat, ListSheet } from './lists.ts'

const DELIMITERS: Readonly<Record<Exclude<ListFormat, 'workbook'>, string>> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
}
const MAX_STEPS = 4
/** Answers of a person where the advice has CHOOSE. */
export const CHOSEN = { 'defaults.brand': 'Various', 'defaults.gear_type': 'accessory' } as const

interface FollowedStep {
  code: string
  detail: string
  sentences: Sentence[]
  advice: readonly SheetAdvice[]
}

export interface Followed {
  steps: FollowedStep[]
  /** Absent if the advice did not lead to a plan. */
  table?: MappedTable
  settings: SourceSettings
  /** Contradictions and other faults of the advice. */
  faults: string[]
}

interface FileState {
  format: ListFormat
  sheets: ListSheet[]
  /** The bytes of a text file that `sync tag` wrote. */
  tagged?: Buffer
  settings: Record<string, unknown>
}

function writeFile({ format, sheets, tagged }: FileState): { bytes: Buffer; name: string } {
  if (tagged) return { bytes: tagged, name: 'list.csv' }
  if (format === 'workbook')
    return {
      bytes: makeWorkbook({ sheets: sheets.map(({ name, rows }) => ({ name, data: sheetData(rows) })) }),
      name: 'list.xlsx',
    }
  return { bytes: Buffer.from(toCsv(sheets[0]?.rows ?? [], DELIMITERS[format])), name: 'list.csv' }
}

const readSettings = (settings: Record<string, unknown>): SourceSettings =>
  source(...Object.entries(settings).map(([name, value]) => `${name}: ${JSON.stringify(value)}`))

async function readList(state: FileState): Promise<MappedTable | SheetRefused> {
  const { bytes, name } = writeFile(state)
  const settings = readSettings(state.settings)
  try {
    return mapTable(chooseSheet(await readSheets(bytes, name, settings), settings), settings, { currency: 'EUR' })
  } catch (error) {
    if (error instanceof SheetRefused) return error
    throw error
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Adds settings to those that the source has. @returns the contradictions */
function addSettings(settings: Record<string, unknown>, added: Record<string, unknown>, path = ''): string[] {
  return Object.entries(added).flatMap(([name, value]) => {
    const before = settings[name]
    if (isRecord(value)) {
      const inner = isRecord(before) ? before : {}
      settings[name] = inner
      return addSettings(inner, value, `${path}${name}.`)
    }
    settings[name] = value === 'CHOOSE' ? CHOSEN[`${path}${name}` as keyof typeof CHOSEN] : value
    return before === undefined ? [] : [`${path}${name} was ${JSON.stringify(before)}, then ${JSON.stringify(value)}`]
  })
}

/** Adds a column of different tags. */
function addColumn(sheet: ListSheet, header: string): void {
  const headerIndex = sheet.rows.findIndex((row) => row.filter(Boolean).length > 1)
  sheet.rows = sheet.rows.map((row, index) => {
    if (index < headerIndex || row.filter(Boolean).length < 2) return row
    return [...row, index === headerIndex ? header : `NEW-${index}`]
  })
}

function followAdvice(state: FileState, advice: SheetAdvice): string[] {
  const sheet = state.sheets.find(({ name }) => advice.sheet === undefined || name === advice.sheet)
  if (!sheet) return [`there is no sheet ${advice.sheet}`]
  if (advice.kind === 'settings') return addSettings(state.settings, advice.settings ?? {})
  if (advice.kind === 'insert_row' && advice.before !== undefined && advice.cells) {
    sheet.rows.splice(advice.before - 1, 0, advice.cells)
    return []
  }
  if (advice.kind === 'tag') {
    state.tagged = Buffer.from(tagSheet(writeFile(state).bytes, []).bytes)
    return []
  }
  if (advice.kind === 'add_column' && advice.headers?.join('') === 'Asset Tag') {
    addColumn(sheet, 'Asset Tag')
    return addSettings(state.settings, advice.settings ?? {})
  }
  return [`${advice.kind} needs a person`]
}

/** Reads a list, and follows the first advice of each refusal until there is a plan. */
export async function followAll(list: AdviceList): Promise<Followed> {
  const state: FileState = { format: list.format, sheets: structuredClone(list.sheets), settings: {} }
  const steps: FollowedStep[] = []
  const faults: string[] = []
  for (;;) {
    const read = await readList(state)
    const settings = readSettings(state.settings)
    if (!(read instanceof SheetRefused)) return { steps, table: read, settings, faults }
    const { code, said, advice } = read
    steps.push({ code, detail: said.message, sentences: said.sentences, advice })
    const [first] = advice
    if (steps.length > MAX_STEPS || first === undefined || faults.length > 0) {
      if (first === undefined) faults.push(`${code} has no advice`)
      if (steps.length > MAX_STEPS) faults.push('it takes more than four steps')
      return { steps, settings, faults }
    }
    try {
      faults.push(...followAdvice(state, first))
    } catch (error) {
      faults.push(String(error))
    }
  }
}

const BLOCKS =
  /\b(?:columns|defaults): \{(?:"(?:[^"\\]|\\.)*"|[^}"])*\}|\bsheet: "(?:[^"\\]|\\.)*"|\bpreset: (?:snipe-it|homebox|shelf)|\bkey: asset_tag|\bidentifiers: any/g

/** Reads the settings that a message names, in order. */
export const settingsInText = (text: string): unknown[] => [...text.matchAll(BLOCKS)].map(([block]) => parse(block))

/** The settings of machine-readable advice in the form of `settingsInText`. */
export const settingsOf = (advice: readonly SheetAdvice[]): unknown[] =>
  advice.flatMap(({ settings = {} }) => Object.entries(settings).map(([name, value]) => ({ [name]: value })))
