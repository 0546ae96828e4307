import type { GearQuery } from '../../api/queries.ts'

const NAMES = ['search', 'type', 'status', 'condition', 'storage_location', 'asset_tag'] as const
export type FilterName = (typeof NAMES)[number]

/** Filters and order of the list in the page's address. */
export type InventorySearch = { [K in FilterName | 'sort']?: string }

/** The router parses numbers and booleans in an address, but a search for 300 is text. */
export const readInventorySearch = (search: Record<string, unknown>): InventorySearch =>
  Object.fromEntries(
    [...NAMES, 'sort']
      .filter((name) => search[name] !== undefined && search[name] !== '')
      .map((name) => [name, String(search[name])]),
  )

export const isFiltered = (search: InventorySearch): boolean => NAMES.some((name) => search[name] !== undefined)

/** Converts filters to a query. The API refuses unknown values with a message. */
export const toGearQuery = (search: InventorySearch): GearQuery => search

/** Returns the same filters in another order; undefined means newest first. */
export function withSort({ sort: _previous, ...filters }: InventorySearch, sort: string | undefined): InventorySearch {
  return sort === undefined ? filters : { ...filters, sort }
}
