import { expect } from 'vitest'
import type { CustomField } from '../../../../contract/api/customFields.ts'
import { documentTypes } from '../../../../contract/api/documents.ts'
import { gearStatuses, gearTypes } from '../../../../contract/api/gearFields.ts'
import { maintenanceStatuses } from '../../../../contract/api/maintenance.ts'
import { shootStatuses } from '../../../../contract/api/shoots.ts'
import { categoriesOf } from './categorySteps.ts'
import { days, names, words, type Studio } from './studio.ts'

export type Filter = Readonly<Record<string, string>>
type Stored = Readonly<Record<string, unknown>> & { id: string }

interface List {
  /** The records in the order of the list. */
  all(studio: Studio): Stored[]
  /** The record field that each filter compares. */
  fieldOf: Readonly<Record<string, string>>
  /** The date field that a range limits; a record without a date is in no range. */
  range?: { from: string; to: string; field: string }
  /** The text that `q` searches. */
  searched?(record: Stored): string
  values(studio: Studio): Readonly<Record<string, readonly string[]>>
}

/** Compares two sort keys field by field. `null` sorts last. */
function compareKeys(a: readonly (string | null)[], b: readonly (string | null)[]): number {
  for (const [index, valueOfA] of a.entries()) {
    const valueOfB = b[index] ?? null
    if (valueOfA === valueOfB) continue
    if (valueOfA === null) return 1
    if (valueOfB === null) return -1
    return valueOfA < valueOfB ? -1 : 1
  }
  return 0
}

const sortRecords = (records: readonly Stored[], fields: readonly string[]): Stored[] =>
  records.toSorted((a, b) =>
    compareKeys(
      fields.map((field) => a[field] as string | null),
      fields.map((field) => b[field] as string | null),
    ),
  )

const ids = (records: readonly { id: string }[]): string[] => records.slice(0, 4).map(({ id }) => id)
const text = (...parts: unknown[]): string => parts.flat().filter(Boolean).join(' ')

export const lists: Readonly<Record<string, List>> = {
  gear: {
    all: ({ gear }) => sortRecords(gear, ['created_at', 'id']).toReversed(),
    fieldOf: {
      type: 'gear_type',
      status: 'status',
      category: 'category',
      asset_tag: 'asset_tag',
      serial_number: 'serial_number',
    },
    searched: (item) => text(item['brand'], item['model']),
    values: (studio) => ({
      ...fieldFilters(studio.fields),
      category: categoriesOf(studio),
      type: gearTypes,
      status: gearStatuses,
      asset_tag: ['T-1', 'T-5', 'T-7'],
      serial_number: ['S-1', 'none'],
      q: words,
    }),
  },
  shoots: {
    all: ({ shoots }) => sortRecords(shoots, ['shoot_date', 'shoot_time', 'id']),
    fieldOf: { status: 'status' },
    range: { from: 'fromDate', to: 'toDate', field: 'shoot_date' },
    searched: (shoot) => text(shoot['title'], shoot['client_name'], shoot['locations']),
    values: () => ({ status: shootStatuses, fromDate: days, toDate: days, q: words, search: names }),
  },
  maintenance: {
    all: ({ maintenance }) => sortRecords(maintenance, ['service_date', 'id']),
    fieldOf: { status: 'status', item_type: 'item_type', item_id: 'item_id' },
    range: { from: 'fromDate', to: 'toDate', field: 'service_date' },
    values: ({ gear }) => ({
      status: maintenanceStatuses,
      item_type: gearTypes,
      item_id: ids(gear),
      fromDate: days,
      toDate: days,
    }),
  },
  documents: {
    all: ({ documents }) => sortRecords(documents, ['expires_on', 'id']),
    fieldOf: { type: 'type', gear_id: 'gear_id' },
    range: { from: 'expiresFrom', to: 'expiresTo', field: 'expires_on' },
    values: ({ gear }) => ({ type: documentTypes, gear_id: ids(gear), expiresFrom: days, expiresTo: days }),
  },
}

/** Values by which the filterable fields of the account are filtered. */
const fieldFilters = (fields: readonly CustomField[]): Record<string, readonly string[]> =>
  Object.fromEntries(
    fields
      .filter(({ filterable, unique }) => filterable || unique)
      .map(({ name, choices }) => [`field.${name}`, choices ?? fieldValues[name] ?? []]),
  )

const fieldValues: Readonly<Record<string, readonly string[]>> = {
  supplier: ['teltec', 'Ällö', '%_'],
  dongle: ['D-1', 'd-3'],
  ports: ['-2', '7', '8'],
  sealed: ['true', 'false'],
  remark: ['TOWN'],
}

const hasOwnValues = (record: Stored, filter: Filter): boolean =>
  Object.entries(filter)
    .filter(([name]) => name.startsWith('field.'))
    .every(([name, wanted]) => {
      const value = ((record['fields'] ?? {}) as Record<string, string | number | boolean>)[name.slice('field.'.length)]
      return value !== undefined && String(value).toLowerCase() === wanted.toLowerCase()
    })

const fold = (value: string): string =>
  value
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')

function matches(list: List, record: Stored, filter: Filter): boolean {
  if (
    !Object.entries(list.fieldOf).every(([name, field]) => filter[name] === undefined || filter[name] === record[field])
  )
    return false
  if (!hasOwnValues(record, filter)) return false
  if (list.range) {
    const [from, to, day] = [filter[list.range.from], filter[list.range.to], record[list.range.field]]
    if ((from !== undefined || to !== undefined) && day === null) return false
    if ((from !== undefined && String(day) < from) || (to !== undefined && String(day) > to)) return false
  }
  const q = filter['q'] ?? filter['search']
  if (q === undefined || !list.searched) return true
  const searched = fold(list.searched(record))
  return fold(q)
    .split(' ')
    .every((word) => searched.includes(word))
}

/** The expected records of a list for a filter, in order. */
export function expectedOf(studio: Studio, name: string, filter: Filter): Stored[] {
  const list = lists[name]
  if (!list) throw new Error(`there is no list of ${name}`)
  return list.all(studio).filter((record) => matches(list, record, filter))
}

export async function comparePage(
  studio: Studio,
  name: string,
  filter: Filter,
  limit: number,
  offset: number,
): Promise<void> {
  const expectedRecords = expectedOf(studio, name, filter)
  const query = new URLSearchParams({ ...filter, limit: String(limit), offset: String(offset) }).toString()
  const reply = await studio.api.get(`/${name}?${query}`)
  const data = expectedRecords.slice(offset, offset + limit)
  const echo = name === 'gear' && filter['type'] !== undefined ? { type: filter['type'] } : {}
  const { search, ...otherParameters } = filter
  const filters =
    name === 'shoots' ? { filters: search === undefined ? otherParameters : { ...otherParameters, q: search } } : {}
  const pagination = { limit, offset, returned: data.length, total: expectedRecords.length, ...echo }
  expect({ name, query, ...(JSON.parse(reply.text) as object) }).toEqual({ name, query, data, pagination, ...filters })
}

/** True where the server accepts the filter: ranges in order, and not both `q` and `search`. */
export const isAllowed = (filter: Filter): boolean =>
  !(filter['q'] !== undefined && filter['search'] !== undefined) &&
  (filter['fromDate'] ?? '') <= (filter['toDate'] ?? '~') &&
  (filter['expiresFrom'] ?? '') <= (filter['expiresTo'] ?? '~')
