import { expect } from 'vitest'
import type { Item } from '../../support/api.ts'
import { testTemporal } from '../../support/temporal.ts'
import { openDays } from './days.ts'
import { openStudio, type Studio } from './studio.ts'

const config = `maintenance:
  plans:
    - { id: shutter, applies_to: { type: camera }, service_type: Shutter check, every: { shutter_count: 100000 }, lead: 5000, provider: Camera Service }
    - { id: rotors, title: Rotor blades, applies_to: { type: drone }, service_type: Propellers, every: { flight_hours: 50 }, or: 12 months, lead_days: 10 }
`

/** A studio with plans by use. */
export interface UsedStudio extends AsyncDisposable {
  studio: Studio
  make(fields: Record<string, unknown>): Promise<Item>
  setReading(item: Item, updates: object): Promise<void>
  recordsOf(item: Item): Promise<Item[]>
  /** The last line of the notes of each record. */
  notesOf(item: Item): Promise<string[]>
  complete(record: Item): Promise<void>
  retire(item: Item): Promise<void>
  /** Runs a day. @returns the counts of its plans */
  planOn(day: string): Promise<Record<string, number>>
}

export async function openUsedStudio(workerEnv: Record<string, string> = {}): Promise<UsedStudio> {
  const studio = await openStudio(testTemporal(), { config, workerEnv })
  const days = await openDays(testTemporal(), studio)
  const recordsOf = async ({ id }: Item): Promise<Item[]> =>
    (await studio.api.get(`/maintenance?item_id=${id}&limit=200`)).items()
  return {
    studio,
    make: (fields) => studio.api.createItem({ brand: 'Canon', model: 'R5', ...fields }),
    async setReading({ id }, updates) {
      expect((await studio.api.patch(`/gear/${id}`, { updates })).status).toBe(200)
    },
    recordsOf,
    notesOf: async (item) => (await recordsOf(item)).map((record) => String(record['notes']).split('\n').at(-1) ?? ''),
    complete: async ({ id }) =>
      void (await studio.api.patch(`/maintenance/${id}`, { updates: { status: 'completed' } })),
    retire: async ({ id }) => void (await studio.api.patch(`/gear/${id}`, { updates: { status: 'retired' } })),
    planOn: async (day) => (await days.runDay(day))['planMaintenance'] ?? {},
    async [Symbol.asyncDispose]() {
      await days[Symbol.asyncDispose]()
      await studio[Symbol.asyncDispose]()
    },
  }
}
