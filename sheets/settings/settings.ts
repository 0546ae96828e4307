import { z } from 'zod'
import {
  accessoryCategories,
  commonFields,
  defaultedFields,
  filterKinds,
  gearConditions,
  gearStatuses,
  gearTypes,
  requiredFields,
  sensorFormats,
} from '../../contract/api/gearFields.ts'
import { CHOOSE } from '../../contract/control/advice.ts'
import { say, type Said } from '../../contract/sentences/say.ts'
import { createSettingIssue, toSettingMessage } from '../../contract/sentences/schemaSentences.ts'
import { timeZone } from '../../contract/values.ts'
import { currenciesOf } from '../cells/currency.ts'
import { findScheduleFault } from './scheduleText.ts'
import { FIELD_NAME } from '../../contract/api/customFieldValues.ts'
import { sheetFields, textFields } from '../vocabulary/fields.ts'
import { serviceFacts } from '../vocabulary/serviceHeaders.ts'
import { WARRANTY_LENGTH } from '../vocabulary/warrantyHeaders.ts'
import { foldHeader } from '../vocabulary/lookupKey.ts'
import { findEncoding } from '../readers/encoding.ts'
import { AUTO } from '../columnReadings.ts'
import { presetNames, presets } from '../presets.ts'
import { encodingNames } from '../readers/encodings/candidates.ts'

const { serial_number: _serial, asset_tag: _tag, ...common } = commonFields

/** Patch for a missing item: fields that every type has, without identifiers. */
const MissingItemPatch = z
  .strictObject({ ...defaultedFields, ...common })
  .partial()
  .refine((fields) => Object.keys(fields).length > 0, { message: toSettingMessage(say('setting_no_field')) })

/** Limit for marking or deleting in one run: a number, and a percentage of bound items. Default: 5 and 2 %. */
const MissingGuard = z.strictObject({
  items: z.int().min(0).default(5),
  percent: z.number().min(0).max(100).default(2),
})

/** Gear types, including those with a category or kind: `accessory/tripod` and `filter/nd`. */
const typeWords = [
  ...gearTypes,
  ...accessoryCategories.map((name) => `accessory/${name}`),
  ...filterKinds.map((name) => `filter/${name}`),
] as const
const wordMapSchema = <const T extends readonly string[]>(words: T) =>
  z.record(z.string().min(1), z.enum(words)).optional()

/** One of the words, or the name of a category that the account has added. Only a sheet's columns tell if it has. */
const withOwnCategories = (words: readonly string[], prefix: string) => {
  const ownName = new RegExp(`^${prefix}${FIELD_NAME.source.slice(1)}`)
  return z
    .string()
    .check(({ value, issues }) => {
      if (!words.includes(value) && !ownName.test(value))
        issues.push({ code: 'invalid_value', values: [...words], input: value })
    })
    .meta({ anyOf: [{ enum: [...words] }, { pattern: ownName.source }] })
}
const typeWord = withOwnCategories(typeWords, 'accessory/')

const ValueMaps = z.strictObject({
  gear_type: z.record(z.string().min(1), typeWord).optional(),
  status: wordMapSchema(gearStatuses),
  condition: wordMapSchema(gearConditions),
  sensor_format: wordMapSchema(sensorFormats),
  image_circle: wordMapSchema(sensorFormats),
  category: z.record(z.string().min(1), withOwnCategories(accessoryCategories, '')).optional(),
  filter_kind: wordMapSchema(filterKinds),
})
type ValueMaps = z.output<typeof ValueMaps>

/** Defaults for new items: shareable common fields, and the currency. */
const Defaults = z
  .strictObject({
    gear_type: typeWord,
    brand: requiredFields.brand.refine((brand) => brand !== CHOOSE, {
      message: toSettingMessage(say('setting_brand_choose')),
    }),
    ...defaultedFields,
    ...common,
    currency: z.string().refine((code) => /^[A-Z]{3}$/.test(code) && currenciesOf(code).length > 0, {
      message: toSettingMessage(say('setting_currency')),
    }),
  })
  .partial()
export type Defaults = z.output<typeof Defaults>

const Guard = z.strictObject({ changes: z.int().min(0).default(200), percent: z.number().min(0).max(100).default(20) })

/** Any WHATWG encoding label (section 4.2), normalized. */
const EncodingName = z.string().transform((name, context) => {
  const encoding = findEncoding(name)
  if (encoding === undefined)
    context.addIssue(createSettingIssue(say('setting_encoding', { encodings: encodingNames.join(', ') })))
  return encoding ?? name
})

/**
 * Meaning of a header or title for the items of its rows. `gone`: they are gone where the column is filled, or under
 * the title. `here`: they are gone where the column says no. `out`: like `gone`, but the items are in use.
 */
const presenceMeanings = ['gone', 'here', 'out', 'nothing'] as const

const serviceType = z.string().trim().min(1).max(200)
/** True to make records of columns about service, or the types of these records by kind of work. */
const Maintenance = z.union([
  z.boolean(),
  z.strictObject({ service: serviceType, calibration: serviceType, inspection: serviceType }).partial(),
])

const Headers = z.array(z.string().trim().min(1)).max(500)

const monthDay = z.enum(['first', 'last'])
/** Day of the month for dates without one: for all date fields, or by field. */
const MonthDates = z.union(
  [monthDay, z.strictObject({ purchase_date: monthDay, warranty_expires_on: monthDay }).partial()],
  {
    message: toSettingMessage(say('setting_month_dates')),
  },
)

const damagedValues = z.enum(['hold', 'take'])
/** Keeps or writes values that a spreadsheet program has changed: for all fields, or by field. */
const DamagedValues = z.union([damagedValues, z.partialRecord(z.enum(textFields), damagedValues)], {
  message: toSettingMessage(say('setting_damaged_values')),
})

const columnMeanings: readonly string[] = [...sheetFields, WARRANTY_LENGTH, ...serviceFacts, 'quantity', 'ignore', AUTO]
const OWN_FIELD = new RegExp(`^fields\\.${FIELD_NAME.source.slice(1)}`)

/** A field, an own field (`fields.supplier`), or what else `columns:` says of a column. */
const ColumnMeaning = z
  .string()
  .check((context) => {
    const { value } = context
    if (!columnMeanings.includes(value) && !OWN_FIELD.test(value))
      context.issues.push({ code: 'invalid_value', values: [...columnMeanings], input: value })
  })
  .meta({ anyOf: [{ enum: [...columnMeanings] }, { pattern: OWN_FIELD.source }] })

/**
 * Settings for reading, comparing and writing a source's sheet. The names are those of kitroom.yaml, because plans show
 * them.
 */
export const sheetSettings = {
  preset: z.enum(presetNames).optional(),
  sheet: z.string().min(1).optional(),
  encoding: EncodingName.optional(),
  key: z.enum(['asset_tag', 'serial_number']).default('asset_tag'),
  columns: z.record(z.string().min(1), ColumnMeaning).default({}),
  ignore: Headers.optional(),
  notes_from: Headers.optional(),
  identifiers: z.enum(['numbers', 'any']).default('numbers'),
  values: ValueMaps.default({}),
  decimal: z.enum(['.', ',']).optional(),
  date_order: z.enum(['DMY', 'MDY', 'YMD']).optional(),
  two_digit_years: z
    .string()
    .regex(/^\d{4}-\d{4}$/, { message: toSettingMessage(say('setting_two_digit_years')) })
    .refine((years) => Number(years.slice(5)) - Number(years.slice(0, 4)) === 99, {
      message: toSettingMessage(say('setting_hundred_years')),
    })
    .optional(),
  month_dates: MonthDates.optional(),
  date_zone: z
    .union([z.literal('studio'), timeZone], { message: toSettingMessage(say('setting_date_zone')) })
    .optional(),
  defaults: Defaults.optional(),
  quantity: z.enum(['refuse', 'one', 'expand']).default('refuse'),
  sold_lists: z.enum(['refuse', 'retire', 'read']).default('refuse'),
  presence: z.record(z.string().trim().min(1), z.enum(presenceMeanings)).optional(),
  same_item: z.record(z.string().trim().min(1), z.string().trim().min(1)).optional(),
  maintenance: Maintenance.optional(),
  blank: z.enum(['keep', 'clear']).default('keep'),
  clear_token: z.string().trim().min(1).max(100).default('<clear>'),
  missing: z.enum(['ignore', 'mark', 'delete']).default('ignore'),
  mark: MissingItemPatch.optional(),
  missing_guard: MissingGuard.optional(),
  damaged_values: DamagedValues.optional(),
  conflicts: z.enum(['report', 'sheet_wins', 'api_wins']).default('report'),
  approve: z.enum(['manual', 'auto']).default('manual'),
  guard: Guard.default({ changes: 200, percent: 20 }),
  schedule: z
    .string()
    .superRefine((text, context) => {
      const fault = findScheduleFault(text)
      if (fault) context.addIssue(createSettingIssue(fault))
    })
    .optional(),
}
const SheetSettings = z.strictObject(sheetSettings)
export type SheetSettings = z.output<typeof SheetSettings>

interface Fault {
  path: string
  fault: Said
}

function findDuplicateHeaders({ columns, ignore = [], notes_from = [] }: SheetSettings): Fault[] {
  const find = (path: string, headers: readonly string[], other: string, others: readonly string[]) => {
    const otherHeaders = new Set(others.map(foldHeader))
    return headers
      .filter((header) => otherHeaders.has(foldHeader(header)))
      .map((header) => ({ path, fault: say('setting_header_twice', { header, other }) }))
  }
  const columnHeaders = Object.keys(columns)
  return [
    ...find('ignore', ignore, 'columns', columnHeaders),
    ...find('notes_from', notes_from, 'columns', columnHeaders),
    ...find('ignore', ignore, 'notes_from', notes_from),
  ]
}

/** Finds rows that `same_item:` calls the same item. */
function findSameItemTwice({ same_item: answers = {} }: SheetSettings): Fault[] {
  const tagByItem = new Map<string, string>()
  return Object.entries(answers).flatMap(([tag, item]) => {
    const other = tagByItem.get(item)
    tagByItem.set(item, tag)
    return item === 'none' || other === undefined
      ? []
      : [{ path: 'same_item', fault: say('setting_same_item_twice', { first: other, second: tag, item }) }]
  })
}

/** Finds settings that contradict each other. */
export const findSettingsFaults = (settings: SheetSettings): Fault[] => [
  ...findSameItemTwice(settings),
  ...findDuplicateHeaders(settings),
  ...(settings.missing === 'mark' && !settings.mark ? [{ path: 'missing', fault: say('setting_mark_needed') }] : []),
]

export function addPresetWords<Settings extends SheetSettings>(settings: Settings): Settings {
  const words = settings.preset && presets[settings.preset].statusWords
  return words
    ? { ...settings, values: { ...settings.values, status: { ...words, ...settings.values.status } } }
    : settings
}

/** Describes settings for a plan; unset ones are `null`. Undefined members are left out of its JSON. */
export const describeSettings = (settings: SheetSettings, currency: string): Record<string, unknown> => ({
  key: settings.key,
  currency,
  sheet: settings.sheet ?? null,
  decimal: settings.decimal ?? null,
  date_order: settings.date_order ?? null,
  two_digit_years: settings.two_digit_years ?? null,
  month_dates: settings.month_dates,
  date_zone: settings.date_zone,
  preset: settings.preset,
  defaults: settings.defaults,
  notes_from: settings.notes_from,
  quantity: settings.quantity,
  ...(settings.identifiers !== 'numbers' && { identifiers: settings.identifiers }),
  ...(settings.sold_lists !== 'refuse' && { sold_lists: settings.sold_lists }),
  presence: settings.presence,
  same_item: settings.same_item,
  maintenance: settings.maintenance,
  blank: settings.blank,
  clear_token: settings.clear_token,
  damaged_values: settings.damaged_values,
  missing: settings.missing,
  conflicts: settings.conflicts,
})
