import { z } from 'zod'
import { describeChoice } from '../describeIssue.ts'
import { count, day, measure, money, optionalLines, optionalText, requiredText, withCheck } from '../text.ts'
import { FIELD_NAME } from './customFieldValues.ts'

export const gearTypes = ['camera', 'lens', 'accessory', 'filter', 'drone'] as const
export type GearType = (typeof gearTypes)[number]

export const gearStatuses = ['available', 'ready', 'in_use', 'maintenance', 'retired'] as const
export type GearStatus = (typeof gearStatuses)[number]
export const gearConditions = ['new', 'excellent', 'good', 'fair', 'poor'] as const
export const sensorFormats = [
  'full_frame',
  'aps_c',
  'micro_four_thirds',
  'medium_format',
  'super_35',
  'one_inch',
  'film_35mm',
  'film_120',
  'other',
] as const
export const accessoryCategories = [
  'tripod',
  'head',
  'light',
  'modifier',
  'flash',
  'audio',
  'battery',
  'charger',
  'memory_card',
  'bag',
  'monitor',
  'gimbal',
  'adapter',
  'cable',
  'other',
] as const
export const filterKinds = [
  'uv',
  'nd',
  'variable_nd',
  'polarizer',
  'graduated_nd',
  'color',
  'diffusion',
  'close_up',
  'other',
] as const

export type SensorFormat = (typeof sensorFormats)[number]
export type AccessoryCategory = (typeof accessoryCategories)[number]
export type FilterKind = (typeof filterKinds)[number]

/** A built-in category, or the name of one that the account has added. */
export type AnyCategory = AccessoryCategory | (string & {})

/** Only the account's categories tell if a name that is not built in is valid. */
export const anyCategory = withCheck(z.string(), (name) =>
  FIELD_NAME.test(name) ? undefined : describeChoice(accessoryCategories, name),
).meta({
  maxLength: 40,
  pattern: FIELD_NAME.source,
  examples: [...accessoryCategories],
}) as unknown as z.ZodType<AnyCategory, AnyCategory>

/** Fields that cannot be null. */
export const requiredFields = {
  brand: requiredText(120),
  model: requiredText(120),
}

/** Fields with a default; `null` never clears them. */
export const defaultedFields = {
  status: z.enum(gearStatuses),
  condition: z.enum(gearConditions),
}

export const commonFields = {
  purchase_price: money,
  purchase_date: day,
  notes: optionalLines(10_000),
  serial_number: optionalText(),
  asset_tag: optionalText(),
  storage_location: optionalText(),
  replacement_value: money,
  weight_g: count(10_000_000),
  warranty_expires_on: day,
  warranty_provider: optionalText(),
}

/** Optional fields of each gear type. A name that two types use means the same in both. */
export const ownFields = {
  camera: {
    mount: optionalText(),
    sensor_format: z.enum(sensorFormats),
    resolution_mp: measure(0, 10_000),
    shutter_count: count(1_000_000_000),
    firmware_version: optionalText(),
  },
  lens: {
    mount: optionalText(),
    focal_length_min_mm: measure(0.1, 100_000),
    focal_length_max_mm: measure(0.1, 100_000),
    max_aperture: measure(0.1, 1000),
    filter_thread_mm: measure(0.1, 10_000),
    image_circle: z.enum(sensorFormats),
    stabilized: z.boolean(),
  },
  accessory: {
    category: anyCategory,
    compatible_with: z
      .array(requiredText(200))
      .max(100)
      .transform((list) => (list.length === 0 ? null : list)),
    battery_wh: measure(0, 1_000_000),
  },
  filter: {
    filter_kind: z.enum(filterKinds),
    thread_mm: measure(0.1, 10_000),
    nd_stops: measure(0, 100),
  },
  drone: {
    registration_number: optionalText(),
    max_flight_minutes: count(100_000),
    flight_hours: measure(0, 1_000_000),
    battery_count: count(100_000),
    remote_id: optionalText(),
  },
} as const satisfies Record<GearType, Record<string, z.ZodType>>

/** Fields that count the use of an item. They rise until a part or the item is replaced. */
export const meterFields = ['shutter_count', 'flight_hours'] as const
export type MeterField = (typeof meterFields)[number]

export const typesWithField = (field: string): GearType[] =>
  gearTypes.filter((type) => Object.hasOwn(ownFields[type], field))

export const writableFields = (type: GearType): string[] => [
  ...Object.keys(requiredFields),
  ...Object.keys(defaultedFields),
  ...Object.keys(commonFields),
  ...Object.keys(ownFields[type]),
]
