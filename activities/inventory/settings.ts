import { z } from 'zod'
import { accessoryCategories, filterKinds, gearConditions, gearStatuses, gearTypes, sensorFormats } from '../../contract/gearFields.ts'
import { Mark, MissingGuard } from './config/missing.ts'
import { findScheduleFault } from './config/scheduleText.ts'
import { readYaml } from './config/readYaml.ts'
import { sheetFields } from './mapping/fields.ts'

/** kitroom.yaml cannot be used. The message has a line for each fault, `file:line: what is wrong`. */
export class SettingsError extends Error {
  override name = 'SettingsError'
  readonly code = 'invalid_settings'
}

const LATER = 'comes with a later version of Kitroom'

const later = (what: string) =>
  z
    .unknown()
    .optional()
    .refine((value) => value === undefined, { message: what })

/** A value of a word map: one of the list, or for gear types also `accessory/tripod`, `filter/nd`. */
const typeWords = [...gearTypes, ...accessoryCategories.map((name) => `accessory/${name}`), ...filterKinds.map((name) => `filter/${name}`)] as const
const wordMap = <const T extends readonly string[]>(words: T) => z.record(z.string().min(1), z.enum(words)).optional()

const ValueMaps = z.strictObject({
  gear_type: wordMap(typeWords),
  status: wordMap(gearStatuses),
  condition: wordMap(gearConditions),
  sensor_format: wordMap(sensorFormats),
  image_circle: wordMap(sensorFormats),
  category: wordMap(accessoryCategories),
  filter_kind: wordMap(filterKinds),
})
export type ValueMaps = z.output<typeof ValueMaps>

const Guard = z.strictObject({ changes: z.int().min(0).default(200), percent: z.number().min(0).max(100).default(20) })

/** One entry under `sources`. Names are those of the file, because a plan shows them as they were written. */
export const Source = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, { message: 'must be 1 to 64 lower-case letters, digits, - or _, starting with a letter or digit' }),
  file: z.string({ message: 'must be the path of an XLSX, CSV or TSV file' }).min(1, { message: 'must be the path of an XLSX, CSV or TSV file' }),
  url: later(`reading a sheet from a url ${LATER}; give the path of a file`),
  google_sheet: later(`reading a Google Sheet ${LATER}; download it as .xlsx or CSV and give the path of the file`),
  sheet: z.string().min(1).optional(),
  key: z.enum(['asset_tag', 'serial_number']).default('asset_tag'),
  columns: z.record(z.string().min(1), z.enum([...sheetFields, 'ignore'])).default({}),
  values: ValueMaps.default({}),
  decimal: z.enum(['.', ',']).optional(),
  date_order: z.enum(['DMY', 'MDY', 'YMD']).optional(),
  blank: z.enum(['keep', 'clear']).default('keep'),
  clear_token: z.string().trim().min(1).max(100).default('<clear>'),
  missing: z.enum(['ignore', 'mark', 'delete']).default('ignore'),
  mark: Mark.optional(),
  missing_guard: MissingGuard.optional(),
  conflicts: z.enum(['report', 'sheet_wins', 'api_wins']).default('report'),
  approve: z.enum(['manual', 'auto']).default('manual'),
  guard: Guard.default({ changes: 200, percent: 20 }),
  schedule: z
    .string()
    .superRefine((text, context) => {
      const fault = findScheduleFault(text)
      if (fault) context.addIssue({ code: 'custom', message: fault })
    })
    .optional(),
})
export type SourceSettings = z.output<typeof Source>

/** The whole of kitroom.yaml. */
export const Config = z
  .strictObject({
    sources: z
      .array(Source)
      .max(100)
      .nullish()
      .transform((sources) => sources ?? []),
  })
  .superRefine(({ sources }, context) => {
    sources.forEach((source, index) => {
      const first = sources.findIndex((other) => other.id === source.id)
      if (source.missing === 'mark' && !source.mark)
        context.addIssue({
          code: 'custom',
          path: ['sources', index, 'missing'],
          message: 'mark needs to know what to set, such as mark: { status: retired }',
        })
      if (first < index) context.addIssue({ code: 'custom', path: ['sources', index, 'id'], message: `"${source.id}" is taken by another source` })
    })
  })
export type Config = z.output<typeof Config>

/** The settings of a source that has nothing but a file: every default. */
export const defaultSource = (id: string, file: string): SourceSettings => Source.parse({ id, file })

/**
 * Reads kitroom.yaml. Paths in `file:` stay as written, relative to the folder of kitroom.yaml.
 * @param text the file's text; an empty file has no sources.
 * @param file how messages name the file.
 * @throws SettingsError naming every fault with its line.
 */
export function loadConfig(text: string, file = 'kitroom.yaml'): Config {
  const { value, faults, lineOf } = readYaml(text)
  if (faults.length > 0) throw new SettingsError(faults.map((fault) => `${file}:${fault.line}: ${fault.message}`).join('\n'))
  const result = Config.safeParse(value ?? {})
  if (result.success) return result.data
  throw new SettingsError(
    describeIssues(result.error.issues, lineOf)
      .map(({ line, message }) => `${file}:${line}: ${message}`)
      .join('\n'),
  )
}

type LineOf = (path: readonly PropertyKey[]) => number

function describeIssues(issues: readonly z.core.$ZodIssue[], lineOf: LineOf): { line: number; message: string }[] {
  const paths = new Set(issues.map((issue) => issue.path.join('.')))
  // a source with another kind of place lacks `file` on purpose: one message is enough
  const hasPlace = (source: string) => paths.has(`${source}.url`) || paths.has(`${source}.google_sheet`)
  const told = issues.filter((issue) => !(issue.path[2] === 'file' && hasPlace(issue.path.slice(0, 2).join('.'))))
  return told
    .flatMap((issue) => {
      if (issue.code === 'unrecognized_keys')
        return issue.keys.map((key) => ({ line: lineOf([...issue.path, key]), message: `"${key}" is no setting of ${describePath(issue.path)}` }))
      return [{ line: lineOf(issue.path), message: `${describePath(issue.path)}: ${describeIssue(issue)}` }]
    })
    .sort((a, b) => a.line - b.line)
}

const describePath = (path: readonly PropertyKey[]): string => (path.length === 0 ? 'kitroom.yaml' : path.join('.'))

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  if (issue.code === 'invalid_type') return issue.message.startsWith('Invalid input') ? `must be ${issue.expected}` : issue.message
  return issue.message
}

/** A source's settings as a plan shows them; what is not set is `null`. */
export const describeSettings = (settings: SourceSettings, currency: string): Record<string, unknown> => ({
  key: settings.key,
  currency,
  sheet: settings.sheet ?? null,
  decimal: settings.decimal ?? null,
  date_order: settings.date_order ?? null,
  blank: settings.blank,
  clear_token: settings.clear_token,
  missing: settings.missing,
  conflicts: settings.conflicts,
})
