import type { listGear } from '../../../contract/api/gear.ts'
import type { CallInput } from '../../../contract/operation.ts'

const NAMES = ['search', 'type', 'category', 'status', 'condition', 'storage_location', 'asset_tag'] as const
/** Filter by an own field. */
type CustomFilterName = `field.${string}`
export type FilterName = (typeof NAMES)[number] | CustomFilterName

/** Filters and order of the list in the page's address. */
export type InventorySearch = { [K in FilterName | 'sort']?: string }

const CUSTOM_NAME = /^field\.[a-z][a-z0-9_]*$/
const isCustomFilter = (name: string): boolean => CUSTOM_NAME.test(name)
const isFilter = (name: string): boolean => (NAMES as readonly string[]).includes(name) || isCustomFilter(name)

/** Filter or order by an own field. */
export const toFilterName = (field: string): CustomFilterName => `field.${field}`

/** The router parses numbers and booleans in an address, but a search for 300 is text. */
export const readInventorySearch = (search: Record<string, unknown>): InventorySearch =>
  Object.fromEntries(
    Object.entries(search)
      .filter(([name, value]) => (isFilter(name) || name === 'sort') && value !== undefined && value !== '')
      .map(([name, value]) => [name, String(value)]),
  )

export const isFiltered = (search: InventorySearch): boolean => Object.keys(search).some(isFilter)

/** Converts filters to a query. The API refuses unknown values with a message. */
export const toGearQuery = (search: InventorySearch): NonNullable<CallInput<typeof listGear>['query']> => search

/** Returns the same filters in another order; undefined means newest first. */
export function withSort({ sort: _previous, ...filters }: InventorySearch, sort: string | undefined): InventorySearch {
  return sort === undefined ? filters : { ...filters, sort }
}

/** Returns the search with another value of a filter; nothing removes it. */
export function withFilter(search: InventorySearch, name: FilterName, value: string | null): InventorySearch {
  const { [name]: _previous, ...others } = search
  return value === null || value === '' ? others : { ...others, [name]: value }
}
