import { apiReasons } from '../../contract/apiReasons.ts'
import { controlReasons } from '../../contract/controlReasons.ts'
import type { Fault } from '../../contract/errors.ts'
import { faultReasons } from '../../contract/faultReasons.ts'
import {
  valueKinds,
  type AnyReason,
  type AnyValues,
  type ReasonTable,
  type ValueKind,
  type ValueName,
} from '../../contract/reasonValues.ts'
import { ApiProblem, ShownError } from '../api/problem.ts'
import type { Texts } from '../texts/en.ts'
import type { Format } from './createFormat.ts'

type Named = Readonly<Record<string, string>>

/** Sentences of a language for errors and their faults, made from the values that the server sent. */
export interface Sentences {
  /** The sentence of an error; its English `detail` if this version has none for it and the language is English. */
  describe: (error: Error) => string
  /** The sentence of a fault: in English without its subject, which is the label. */
  describeFault: (fault: Fault) => string
  /** The label of the value that a fault is about, such as `Scopes 2`; empty for the whole request. */
  labelOf: (fault: Fault) => string
  /**
   * Finds the fault of a field, or of a part of it, such as `scopes/0` of `scopes`.
   * @param path below the body or its `updates`
   */
  faultOf: (error: Error | null, path: string) => string | undefined
}

/** Words of the contract's values, whatever field has them. */
const wordsOf = (texts: Texts): Named => ({
  ...texts.customFields.types,
  ...texts.gearTypes,
  ...texts.gearConditions,
  ...texts.sensorFormats,
  ...texts.accessoryCategories,
  ...texts.filterKinds,
  ...texts.documents.types,
  ...texts.subscription.tiers,
  ...texts.subscription.statuses,
  ...texts.subscription.features,
  ...texts.keys.kinds,
  ...texts.sync.statuses,
  ...texts.shoots.statuses,
  ...texts.maintenance.statuses,
  ...texts.gearStatuses,
})

type ShowValue = (value: string | number) => string

function createShow(texts: Texts, format: Format): Readonly<Record<ValueKind, ShowValue>> {
  const words = wordsOf(texts)
  const nameIn =
    (names: Named): ShowValue =>
    (value) =>
      names[value] ?? String(value)
  const verbatim: ShowValue = String
  const number: ShowValue = (value) => (typeof value === 'number' ? format.number(value) : value)
  // Keys are given scopes by these codes too, in the command line and in the documents.
  const scope: ShowValue = (value) => {
    const name = nameIn(texts.keys.scopeNames)(value)
    return name === value ? name : `${name} (${value})`
  }
  return {
    name: verbatim,
    names: verbatim,
    english: verbatim,
    number,
    numbers: number,
    day: (value) => format.day(String(value)),
    moment: (value) => format.moment(String(value)),
    field: nameIn(texts.fields),
    word: nameIn(words),
    words: nameIn(words),
    scope,
    scopes: scope,
    feature: nameIn(texts.subscription.features),
    run_status: nameIn(texts.sync.statuses),
    record: nameIn(texts.recordNames),
    key_kind: nameIn(texts.keyKinds),
  }
}

const isValueName = (name: string): name is ValueName => Object.hasOwn(valueKinds, name)

function showValues(show: Readonly<Record<ValueKind, ShowValue>>, values: AnyValues): Record<string, unknown> {
  const shown = Object.entries(values).map(([name, value]): [string, unknown] => {
    const showOne = show[isValueName(name) ? valueKinds[name] : 'name']
    return [name, Array.isArray(value) ? value.map(showOne) : showOne(value)]
  })
  return Object.fromEntries(shown)
}

type ReasonTexts = Readonly<Record<string, AnyReason['text']>>

const withTexts = (table: ReasonTable): ReasonTexts =>
  Object.fromEntries(Object.entries(table).map(([reason, { text }]) => [reason, text]))

const englishReasons = withTexts({ ...apiReasons, ...controlReasons })
const englishFaults = withTexts(faultReasons)

interface Described {
  reason?: string | undefined
  values?: AnyValues | undefined
}

/** @returns the sentence of a reason; undefined for a reason of a newer server, or one that lacks values */
function formatSentence(
  texts: ReasonTexts,
  show: Readonly<Record<ValueKind, ShowValue>>,
  { reason, values = {} }: Described,
): string | undefined {
  const text = reason !== undefined && Object.hasOwn(texts, reason) ? texts[reason] : undefined
  try {
    return text?.(showValues(show, values) as never, values as never)
  } catch {
    return undefined
  }
}

const pathOf = ({ pointer, parameter, header }: Fault): string =>
  pointer?.replace(/^#\/?(?:updates\/)?/, '') ?? parameter ?? header ?? ''

/** Path of an own field in a body, or its name as a filter or order. */
const CUSTOM_PATH = /^(?:fields\/|-?field\.)([a-z][a-z0-9_]*)$/

/** Labels a path by its last field. Entries of a list have their number. */
function labelPath(fields: Named, customLabels: Named, path: string): string {
  const custom = CUSTOM_PATH.exec(path)?.[1]
  if (custom !== undefined && Object.hasOwn(customLabels, custom)) return customLabels[custom] ?? custom
  const parts = path.split('/')
  const last = parts.findLastIndex((part) => !/^\d+$/.test(part))
  const name = decodeURIComponent(parts[last] ?? '')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~')
  const numbers = parts.slice(last + 1).map((part) => String(Number(part) + 1))
  return [Object.hasOwn(fields, name) ? fields[name] : name, ...numbers].join(' ')
}

/** @param customLabels labels of own fields by name */
export function createSentences(texts: Texts, format: Format, customLabels: Named = {}): Sentences {
  const show = createShow(texts, format)
  const { reasons, faultReasons: faultTexts, codes, faultCodes, own } = texts.errors
  const problems: ReasonTexts = reasons ?? englishReasons
  const faults: ReasonTexts = faultTexts ?? englishFaults
  const describeFault = (fault: Fault): string => {
    const values = { ...(fault.allowed && { allowed: fault.allowed }), ...fault.values }
    return formatSentence(faults, show, { ...fault, values }) ?? faultCodes?.[fault.code] ?? fault.detail
  }
  const describe = (error: Error): string => {
    if (error instanceof ShownError) return error.message
    if (!(error instanceof ApiProblem)) return texts.errors.unexpected
    const { code, status } = error
    if (code in own) return own[code as keyof typeof own](format.number(status))
    const byCode = (codes as Named | undefined)?.[code]
    return formatSentence(problems, show, error) ?? byCode ?? (codes ? texts.errors.unknown : error.message)
  }
  const findFault = (error: Error | null, path: string): Fault | undefined =>
    error instanceof ApiProblem
      ? error.faults.find((fault) => pathOf(fault) === path || pathOf(fault).startsWith(`${path}/`))
      : undefined
  return {
    describe,
    describeFault,
    labelOf: (fault) => labelPath(texts.fields, customLabels, pathOf(fault)),
    faultOf: (error, path) => {
      const fault = findFault(error, path)
      return fault && describeFault(fault)
    },
  }
}
