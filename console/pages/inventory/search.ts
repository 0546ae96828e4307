import type { GearQuery } from '../../api/queries.ts'

const NAMES = ['search', 'type', 'status', 'condition', 'storage_location', 'asset_tag'] as const
export type FilterName = (typeof NAMES)[number]

/** The filters and the order of the list, as the page's address has them. */
export type InventorySearch = { [K in FilterName | 'sort']?: string }

/** Router parses numbers and booleans in an address; a search for 300 is text. */
export const readInventorySearch = (search: Record<string, unknown>): InventorySearch =>
  Object.fromEntries(
    [...NAMES, 'sort']
      .filter((name) => search[name] !== undefined && search[name] !== '')
      .map((name) => [name, String(search[name])]),
  )

export const isFiltered = (search: InventorySearch): boolean => NAMES.some((name) => search[name] !== undefined)

/** Values that the API does not know are refused by it, with its sentence. */
export const toGearQuery = (search: InventorySearch): GearQuery => search

/** The same filters in another order; undefined is the newest first. */
export function withSort({ sort: _previous, ...filters }: InventorySearch, sort: string | undefined): InventorySearch {
  return sort === undefined ? filters : { ...filters, sort }
}
