import type { Category } from '../../../../contract/api/categories.ts'
import type { CustomField } from '../../../../contract/api/customFields.ts'
import { documentTypes, type Document } from '../../../../contract/api/documents.ts'
import { gearTypes } from '../../../../contract/api/gearFields.ts'
import { maintenanceStatuses, type Maintenance } from '../../../../contract/api/maintenance.ts'
import { shootStatuses, type Shoot } from '../../../../contract/api/shoots.ts'
import type { Api, Item } from '../../../support/api.ts'
import type { Random } from '../../../support/random.ts'

/** A plain model of one account: its expected records after every step, and its API clients. */
export interface Studio {
  readonly api: Api
  /** Has the owner key, for records that only the account settings can write. */
  readonly owner: Api
  readonly random: Random
  gear: Item[]
  shoots: Shoot[]
  maintenance: Maintenance[]
  documents: Document[]
  /** Own fields of the account. */
  fields: CustomField[]
  /** Categories that the account has added. */
  categories: Category[]
}

export const newStudio = (api: Api, owner: Api, random: Random): Studio => ({
  api,
  owner,
  random,
  gear: [],
  shoots: [],
  maintenance: [],
  documents: [],
  fields: [],
  categories: [],
})

export const names = ['Søren', 'Größe 7', 'ŁÓDŹ', 'b+w', '100% _x', 'Town Hall']
export const words = ['soren', 'GROSSE', 'o', 'lodz hall', '%', '_X', 'hall town', '7', 'nothing', 'B+W']
export const days = ['2026-06-19', '2026-06-20', '2026-06-21', '2027-01-01', '2028-02-29']

export function replace<T extends { id: string }>(records: T[], updatedRecord: T): void {
  const index = records.findIndex(({ id }) => id === updatedRecord.id)
  if (index === -1) throw new Error(`nothing to replace: ${updatedRecord.id}`)
  records[index] = updatedRecord
}

const countBy = <T>(
  records: readonly T[],
  keys: readonly string[],
  keyOf: (record: T) => string,
): Record<string, number> =>
  Object.fromEntries(keys.map((key) => [key, records.filter((record) => keyOf(record) === key).length]))

export const figuresOf = ({ gear, shoots, maintenance, documents }: Studio): Record<string, unknown> => ({
  inventory: { total_items: gear.length, by_type: countBy(gear, gearTypes, (one) => one.gear_type) },
  shoots: { total: shoots.length, by_status: countBy(shoots, shootStatuses, (one) => one.status) },
  maintenance: { total: maintenance.length, by_status: countBy(maintenance, maintenanceStatuses, (one) => one.status) },
  documents: { total: documents.length, by_type: countBy(documents, documentTypes, (one) => one.type) },
})
