import { z } from 'zod'
import { gearTypes } from '../contract/api/gearFields.ts'
import type { Gear } from '../contract/api/gear.ts'
import { say } from '../contract/sentences/say.ts'
import { toSettingMessage } from '../contract/sentences/schemaSentences.ts'
import { requiredText } from '../contract/text.ts'
import { foldTag, foldText } from '../platform/foldText.ts'

const fields = {
  type: z.enum(gearTypes).optional(),
  brand: requiredText(120).optional(),
  model: requiredText(120).optional(),
  location: requiredText(200).optional(),
  asset_tags: z
    .array(requiredText(200))
    .min(1, { message: toSettingMessage(say('setting_no_tags')) })
    .max(1000)
    .optional(),
}

/** Conditions on an item. All given ones must match. Case is ignored; brand, model and location also ignore accents. */
export interface GearFilter {
  type: Gear['gear_type'] | undefined
  brand: string | undefined
  model: string | undefined
  location: string | undefined
  tags: ReadonlySet<string> | undefined
}

const foldOptional = (text: string | undefined): string | undefined => (text === undefined ? undefined : foldText(text))

/** @param names the allowed fields @param message the fault of a filter without any of them */
export function createGearFilterSchema(names: readonly (keyof typeof fields)[], message: string) {
  const shape = Object.fromEntries(names.map((name) => [name, fields[name]])) as unknown as Partial<typeof fields>
  return z
    .strictObject(shape, { error: (issue) => (issue.code === 'invalid_type' ? message : undefined) })
    .refine((filter) => Object.keys(filter).length > 0, { message })
    .transform((filter): GearFilter => {
      const { type, brand, model, location, asset_tags: tags } = filter as z.output<z.ZodObject<typeof fields>>
      return {
        type,
        brand: foldOptional(brand),
        model: foldOptional(model),
        location: foldOptional(location),
        tags: tags === undefined ? undefined : new Set(tags.map(foldTag)),
      }
    })
}

/** Fields of an item that a filter reads, apart from its location. */
type FilteredGear = Pick<Gear, 'gear_type' | 'brand' | 'model' | 'asset_tag'> & Partial<Pick<Gear, 'storage_location'>>

export function matchesGear(filter: GearFilter, gear: FilteredGear): boolean {
  if (filter.type !== undefined && filter.type !== gear.gear_type) return false
  if (filter.brand !== undefined && filter.brand !== foldText(gear.brand)) return false
  if (filter.model !== undefined && filter.model !== foldText(gear.model)) return false
  if (filter.location !== undefined && filter.location !== foldText(gear.storage_location ?? '')) return false
  return filter.tags === undefined || (gear.asset_tag !== null && filter.tags.has(foldTag(gear.asset_tag)))
}
