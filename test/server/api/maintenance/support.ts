import type { Maintenance } from '../../../../contract/api/maintenance.ts'
import type { Api, Item, Reply } from '../../../support/api.ts'

export const recordOf = (reply: Reply): Maintenance => reply.item() as unknown as Maintenance
export const recordsOf = (reply: Reply): Maintenance[] => reply.items() as unknown as Maintenance[]

/** The body of a maintenance record with every required field. */
export const maintenanceBody = (item: Item, fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  item_type: item.gear_type,
  item_id: item.id,
  service_type: 'Sensor cleaning',
  service_date: '2027-03-28',
  ...fields,
})

export async function makeService(api: Api, item: Item, fields: Record<string, unknown> = {}): Promise<Maintenance> {
  const reply = await api.post('/maintenance', maintenanceBody(item, fields))
  if (reply.status !== 201) throw new Error(`not created: ${reply.text}`)
  return recordOf(reply)
}
