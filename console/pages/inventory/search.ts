import type { GearQuery } from '../../api/queries.ts'

const NAMES = ['search', 'type', 'status', 'condition', 'storage_location'] as const
export type FilterName = (typeof NAMES)[number]

/** The filters of the list, as the page's address has them. */
export type InventorySearch = { [K in FilterName]?: string }

/** Router parses numbers and booleans in an address; a search for 300 is text. */
export const readInventorySearch = (search: Record<string, unknown>): InventorySearch =>
  Object.fromEntries(NAMES.filter((name) => search[name] !== undefined && search[name] !== '').map((name) => [name, String(search[name])]))

export const isFiltered = (search: InventorySearch): boolean => NAMES.some((name) => search[name] !== undefined)

/** Values that the API does not know are refused by it, with its sentence. */
export const toGearQuery = (search: InventorySearch): GearQuery => search
