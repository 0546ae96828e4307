import type { Client } from '../../client/client.ts'
import { getMaintenance, listMaintenance, type Maintenance } from '../../contract/api/maintenance.ts'
import { CliError } from '../errors.ts'
import { describeGear, findGear } from '../gear/find.ts'
import { formatTable } from '../show/table.ts'

/** Selects a record by its id, or by its item's asset tag. */
export interface MaintenanceSelector {
  id?: string | undefined
  tag?: string
}

const PAGE_SIZE = 200

const isOpen = ({ status }: Maintenance): boolean => status === 'scheduled' || status === 'in_progress'

const formatChoices = (records: readonly Maintenance[]): string =>
  formatTable(
    ['id', 'date', 'status', 'service'],
    records.map((one) => [one.id, one.service_date, one.status, one.service_type]),
  )

async function findOpenRecord(api: Client, tag: string): Promise<Maintenance> {
  const item = await findGear(api, tag)
  const records = (await api.call(listMaintenance, { query: { item_id: item.id, limit: PAGE_SIZE } })).body.data
  const openRecords = records.filter(isOpen)
  if (openRecords[0] && openRecords.length === 1) return openRecords[0]
  if (openRecords.length === 0)
    throw new CliError(`${describeGear(item)} has no maintenance that is scheduled or in progress.`)
  throw new CliError(
    `${describeGear(item)} has ${openRecords.length} of them. Give the id of one:\n${formatChoices(openRecords)}`,
  )
}

/** @throws CliError when none or several match, ApiError */
export async function findMaintenance(api: Client, { id, tag }: MaintenanceSelector): Promise<Maintenance> {
  if (id !== undefined && tag !== undefined)
    throw new CliError('Give the id of the record, or --tag of its item, not both.')
  if (id !== undefined) return (await api.call(getMaintenance, { params: { id } })).body.data
  if (tag !== undefined) return findOpenRecord(api, tag)
  throw new CliError('Say which: the id of the record, or --tag with the asset tag of its item.')
}
