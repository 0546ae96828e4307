import type { Client } from '../../client/client.ts'
import { updateGear, type Gear, type GearUpdates } from '../../contract/api/gear.ts'
import type { DemoDays } from './days.ts'

/**
 * Lists changes that people made since the sync. The later sheet (laterSheet.ts) changes the first two fields too, to
 * other values.
 */
const listEdits = ({ inDays }: DemoDays): [tag: string, updates: GearUpdates][] => [
  ['KR-C-004', { storage_location: 'Van 2' }],
  ['KR-A-012', { condition: 'poor' }],
  [
    'KR-C-001',
    {
      shutter_count: 48_210,
      firmware_version: '1.1.0',
      weight_g: 746,
      warranty_expires_on: inDays(37),
      warranty_provider: 'Parallax Camera Store',
    },
  ],
  ['KR-C-002', { shutter_count: 12_040, firmware_version: '1.0.2' }],
  ['KR-C-005', { shutter_count: 31_877, storage_location: 'Cage A1' }],
  ['KR-D-001', { flight_hours: 61.5, battery_count: 3, max_flight_minutes: 43 }],
  ['KR-D-003', { flight_hours: 118, battery_count: 6, max_flight_minutes: 28 }],
  ['KR-L-001', { condition: 'excellent' }],
]

/** Makes each edit of the demo as a separate change. @param items by asset tag */
export async function makeEdits(api: Client, items: ReadonlyMap<string, Gear>, days: DemoDays): Promise<void> {
  const edit = async ([tag, updates]: [string, GearUpdates]): Promise<void> => {
    const item = items.get(tag)
    if (!item) return
    await api.call(updateGear, { params: { id: item.id }, body: { updates } }, { idempotencyKey: crypto.randomUUID() })
  }
  await Promise.all(listEdits(days).map(edit))
}
