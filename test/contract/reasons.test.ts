import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createFormat } from '../../console/base/createFormat.ts'
import { createSentences } from '../../console/base/createSentences.ts'
import { ApiProblem } from '../../console/api/problem.ts'
import { de } from '../../console/texts/de.ts'
import { en } from '../../console/texts/en.ts'
import { apiReasons } from '../../contract/apiReasons.ts'
import { controlErrorCodes } from '../../contract/controlErrors.ts'
import { controlReasons } from '../../contract/controlReasons.ts'
import { errorCodes, faultCodes } from '../../contract/errors.ts'
import { faultReasons } from '../../contract/faultReasons.ts'
import {
  formatReason,
  valueKinds,
  type AnyReason,
  type AnyValues,
  type ValueKind,
  type ValueName,
} from '../../contract/reasonValues.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Values that no sentence contains by chance. */
const samples: Readonly<Record<ValueKind, (name: string) => string | number | (string | number)[]>> = {
  name: (name) => `«${name}»`,
  names: (name) => [`«${name} 1»`, `«${name} 2»`],
  number: () => 90_717,
  numbers: () => [90_717, 90_718],
  day: () => '2031-07-19',
  moment: () => '2031-07-19T06:07:00.000Z',
  field: () => 'focal_length_min_mm',
  word: () => 'micro_four_thirds',
  words: () => ['micro_four_thirds', 'graduated_nd'],
  scope: () => 'subscription:write',
  scopes: () => ['subscription:write', 'audit:read'],
  feature: () => 'maintenance',
  run_status: () => 'superseded',
  record: () => 'maintenance_record',
  key_kind: () => 'owner_key',
  english: (name) => `Only the English text says ${name}.`,
}

/** Texts of which a German sentence must have at least one, for each kind of value that needs its own words. */
const german: Readonly<Record<ValueKind, readonly string[]>> = {
  name: [],
  names: [],
  number: ['90.717'],
  numbers: ['90.717'],
  day: ['19. Juli 2031'],
  moment: ['19.07.2031'],
  field: ['Kürzeste Brennweite (mm)'],
  word: ['Micro Four Thirds'],
  words: ['Micro Four Thirds'],
  scope: [de.keys.scopeNames['subscription:write']],
  scopes: [de.keys.scopeNames['subscription:write']],
  feature: [de.subscription.features.maintenance],
  run_status: [de.sync.statuses.superseded],
  record: ['Wartung'],
  key_kind: ['Inhaberschlüssel'],
  english: [],
}

const sampleValues = (names: readonly ValueName[]): AnyValues =>
  Object.fromEntries(names.map((name) => [name, samples[valueKinds[name]](name)]))

const firstSample = (name: ValueName): string =>
  String([samples[valueKinds[name]](name)].flat()[0]).replaceAll(' ', '_')

const formatOf = (locale: string) => createFormat(locale, 'EUR', 'Europe/Berlin', '2026-03-28')
const germanSentences = createSentences(de, formatOf('de-DE'))
const englishSentences = createSentences(en, formatOf('en-GB'))

const toProblem = (reason: string, { code, values }: AnyReason): ApiProblem => {
  const sent = sampleValues(values)
  return new ApiProblem({
    status: 400,
    code,
    detail: 'the detail',
    requestId: undefined,
    faults: [],
    reason,
    values: sent,
  })
}

const problems = Object.entries({ ...apiReasons, ...controlReasons }) as [string, AnyReason][]
const faults = Object.entries(faultReasons) as [string, AnyReason][]

const fixedWords: Readonly<Record<string, readonly string[]>> = {
  // Each kind of value type has its own words.
  wrong_type: ['expected'],
  null_given: ['expected'],
}

/**
 * Text that a German sentence must have for a value; undefined for a value that it leaves out or has its own words for.
 */
function findShown(reason: string, name: ValueName): string | undefined {
  const kind = valueKinds[name]
  if (kind === 'english' || fixedWords[reason]?.includes(name) === true) return undefined
  return german[kind][0] ?? `«${name}`
}

/**
 * Finds what is wrong with a German sentence: English words, no difference from the English one, values that it lacks.
 */
function findFaults(reason: string, { values }: AnyReason, sentence: string, english: string): string[] {
  const lacking = values.filter((name) => !sentence.includes(findShown(reason, name) ?? ''))
  const words = /\b(?:the|is not|must|this|cannot|please)\b|Only the English|undefined|\[object|\bNaN\b/i.exec(sentence)
  return [...lacking.map((name) => `lacks ${name}`), ...(words ?? []), ...(sentence === english ? [sentence] : [])]
}

describe('each reason of an error', () => {
  it.each(problems)('%s has a German sentence with its values', (reason, kind) => {
    const problem = toProblem(reason, kind)
    const [sentence, english] = [germanSentences.describe(problem), englishSentences.describe(problem)]
    expect(findFaults(reason, kind, sentence, english), sentence).toEqual([])
  })

  it.each(problems)('%s has an English sentence with its values', (_reason, kind) => {
    const sentence = formatReason(kind, sampleValues(kind.values))
    // A sentence that another program made contains the values in its own way.
    const own = kind.values.some((name) => valueKinds[name] === 'english') ? [] : kind.values
    const lacking = own.filter((name) => !sentence.replaceAll(' ', '_').includes(firstSample(name)))
    expect({ lacking, sentence }).toEqual({
      lacking: [],
      sentence: expect.not.stringMatching(/undefined|\[object|NaN/),
    })
  })

  it('is of one plane only', () => {
    expect(Object.keys(apiReasons).filter((reason) => Object.hasOwn(controlReasons, reason))).toEqual([])
  })
})

describe('each reason of a fault', () => {
  it.each(faults)('%s has a German sentence with its values', (reason, { code, values, ...kind }) => {
    const fault = { pointer: '#/x', code: code as never, detail: 'the detail', reason, values: sampleValues(values) }
    const [sentence, english] = [germanSentences.describeFault(fault), englishSentences.describeFault(fault)]
    expect(findFaults(reason, { code, values, ...kind }, sentence, english), sentence).toEqual([])
  })
})

describe('each code', () => {
  const sentCodes = new Set(problems.map(([, { code }]) => code))
  /** Codes of earlier versions. */
  const retired = ['idempotency_in_progress']

  it('of an error has a reason', () => {
    const codes = [...Object.keys(errorCodes), ...Object.keys(controlErrorCodes)]
    expect(codes.filter((code) => !sentCodes.has(code))).toEqual(retired)
  })

  it('of a fault has a reason', () => {
    const sentFaults = new Set(faults.map(([, { code }]) => code))
    expect(faultCodes.filter((code) => !sentFaults.has(code))).toEqual([])
  })

  it('has a German sentence for a reason that this version does not know', () => {
    const unknown = toProblem('of_a_newer_version', apiReasons.asset_tag_taken)
    expect(germanSentences.describe(unknown)).toBe('Die Inventarnummer ist vergeben.')
    expect(englishSentences.describe(unknown)).toBe('the detail')
    const fault = { pointer: '#/x', code: 'too_long' as const, detail: 'the detail', reason: 'of_a_newer_version' }
    expect(germanSentences.describeFault(fault)).toBe('Die Angabe ist zu lang.')
  })
})

it('a fault is named by the label of its field, and an entry of a list by its number', () => {
  const label = (pointer: string): string => germanSentences.labelOf({ pointer, code: 'required', detail: 'x' })
  expect({
    field: label('#/updates/purchase_price'),
    entry: label('#/scopes/1'),
    part: label('#/profile/full_name'),
    unknown: label('#/my_own'),
    body: label('#'),
  }).toEqual({ field: 'Kaufpreis', entry: 'Rechte 2', part: 'Name', unknown: 'my_own', body: '' })
})

it('no schema of the contract has a message of its own, which no other language would have', () => {
  const own = /(?:message|error): ['`](?!must)|\.(?:regex|refine)\([^\n]*, ['`]/
  const files = globSync('contract/**/*.ts', { cwd: root }).filter((file) =>
    own.test(readFileSync(join(root, file), 'utf8')),
  )
  // Texts of the documents.
  const others = ['contract/texts/errors.ts', 'contract/texts/fields.ts']
  expect(files.toSorted()).toEqual(others)
})
