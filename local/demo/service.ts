import type { Client } from '../../client/client.ts'
import type { Gear } from '../../contract/api/gear.ts'
import { createMaintenance, type NewMaintenance } from '../../contract/api/maintenance.ts'
import type { DemoDays } from './days.ts'

type Entry = [
  tag: string,
  service: string,
  days: number,
  rest?: Omit<Partial<NewMaintenance>, 'item_id' | 'item_type' | 'service_date'>,
]

const bench = { service_provider: 'Bench & Bellows' }
const cleaned = { ...bench, status: 'completed', cost: 69 } as const
const tested = { service_provider: 'Voltcheck', status: 'completed', cost: 22 } as const
const done = { status: 'completed' } as const

/**
 * Services by asset tag and days from today. The maintenance plans of examples/demo.yaml count from the completed ones.
 */
const ENTRIES: readonly Entry[] = [
  ['KR-C-001', 'Sensor cleaning', -188, cleaned],
  ['KR-C-002', 'Sensor cleaning', -120, cleaned],
  ['KR-C-003', 'Sensor cleaning', -150, cleaned],
  ['KR-C-004', 'Sensor cleaning', -176, cleaned],
  ['KR-C-005', 'Sensor cleaning', -95, cleaned],
  ['KR-C-006', 'Sensor cleaning', -60, { ...cleaned, cost: 95 }],
  ['KR-D-001', 'Propellers', -50, { ...done, cost: 38 }],
  ['KR-D-002', 'Propellers', -64, { ...done, cost: 29 }],
  ['KR-D-003', 'Propellers', -21, { ...done, cost: 212 }],
  ['KR-A-004', 'Electrical safety test', -352, tested],
  ['KR-A-005', 'Electrical safety test', -300, tested],
  ['KR-A-006', 'Electrical safety test', -214, tested],
  ['KR-A-007', 'Electrical safety test', -120, tested],
  ['KR-A-008', 'Electrical safety test', -339, tested],
  ['KR-L-001', 'Zoom ring adjusted', -72, { ...bench, ...done, cost: 185 }],
  ['KR-A-006', 'Flash tube replaced', -44, { ...done, service_provider: 'Lumen Repairs', cost: 240 }],
  ['KR-L-008', 'Focus calibration', -24, { ...bench, ...done, cost: 95, notes: 'Back focus at 200 mm, corrected.' }],
  ['KR-A-009', 'Capsule dried and tested', -9, { ...done, service_provider: 'Quiet Room Audio', cost: 45 }],
  ['KR-C-007', 'Fan replaced', -6, { ...bench, status: 'in_progress', notes: 'Quote follows by phone.' }],
  ['KR-L-010', 'Focus clutch repaired', -3, { ...bench, status: 'in_progress', cost: 160 }],
  [
    'KR-D-003',
    'Gimbal calibration',
    -8,
    { service_provider: 'Rotor Lab', notes: 'Before the aerials of the new hall.' },
  ],
  ['KR-C-003', 'Grip ring tightened', -2, { ...bench, cost: 40 }],
  ['KR-C-004', 'Sensor cleaning', 2, { ...bench, cost: 69 }],
  ['KR-A-012', 'Display panel replaced', 5, { ...bench, cost: 390 }],
  ['KR-D-002', 'Propellers', 6],
  ['KR-L-005', 'Focus calibration', 12, { ...bench, cost: 95 }],
  ['KR-A-011', 'Firmware and balance check', 19],
]

/** Enters the services of the demo. @param items by asset tag */
export async function enterServices(
  api: Client,
  items: ReadonlyMap<string, Gear>,
  { inDays }: DemoDays,
): Promise<void> {
  const enter = async ([tag, service, days, rest]: Entry): Promise<void> => {
    const item = items.get(tag)
    if (!item) return
    const body = {
      item_type: item.gear_type,
      item_id: item.id,
      service_type: service,
      service_date: inDays(days),
      ...rest,
    }
    await api.call(createMaintenance, { body }, { idempotencyKey: crypto.randomUUID() })
  }
  await Promise.all(ENTRIES.map(enter))
}
