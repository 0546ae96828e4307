import type { Client } from '../../client/client.ts'
import { getMaintenance, listMaintenance, type Maintenance } from '../../contract/maintenance.ts'
import { CliError } from '../errors.ts'
import { describeGear, findGear } from '../gear/find.ts'
import { table } from '../show/table.ts'

/** A record by its id, or by its item. */
export interface MaintenanceName {
  id?: string | undefined
  tag?: string
}

const PAGE = 200

const isOpen = ({ status }: Maintenance): boolean => status === 'scheduled' || status === 'in_progress'

const choices = (records: readonly Maintenance[]): string =>
  table(
    ['id', 'date', 'status', 'service'],
    records.map((one) => [one.id, one.service_date, one.status, one.service_type]),
  )

async function findOpen(api: Client, tag: string): Promise<Maintenance> {
  const item = await findGear(api, tag)
  const records = (await api.call(listMaintenance, { query: { item_id: item.id, limit: PAGE } })).body.data
  const open = records.filter(isOpen)
  if (open[0] && open.length === 1) return open[0]
  if (open.length === 0) throw new CliError(`${describeGear(item)} has no maintenance that is scheduled or in progress.`)
  throw new CliError(`${describeGear(item)} has ${open.length} of them. Give the id of one:\n${choices(open)}`)
}

/** @throws CliError when none or several match, ApiError */
export async function findMaintenance(api: Client, { id, tag }: MaintenanceName): Promise<Maintenance> {
  if (id !== undefined && tag !== undefined) throw new CliError('Give the id of the record, or --tag of its item, not both.')
  if (id !== undefined) return (await api.call(getMaintenance, { params: { id } })).body.data
  if (tag !== undefined) return findOpen(api, tag)
  throw new CliError('Say which: the id of the record, or --tag with the asset tag of its item.')
}
