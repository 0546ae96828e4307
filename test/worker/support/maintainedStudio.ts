import { forEachLimit } from '../../../activities/shared/forEachLimit.ts'
import { testTemporal } from '../../support/temporal.ts'
import { openDays, type Days } from './days.ts'
import { openStudio, type Studio } from './studio.ts'

const config = `maintenance:
  plans:
    - { id: sensor, applies_to: { type: camera }, service_type: Sensor cleaning, every: 6 months, from: purchase }
    - { id: check, applies_to: { type: camera }, service_type: Check, every: 1 year, from: 2030-11-30 }
    - { id: firmware, applies_to: { brand: canon }, service_type: Firmware, every: 100 years, from: last_completed }
    - { id: rotors, applies_to: { type: drone }, service_type: Propellers, every: { flight_hours: 50 } }
`

export const CONCURRENCY = 16

/** A studio with maintenance plans, in processes of its own. */
export interface MaintainedStudio extends AsyncDisposable {
  studio: Studio
  days: Days
  /** Creates items of one brand. */
  make(count: number, fields: Record<string, unknown>): Promise<void>
}

export async function openMaintainedStudio(): Promise<MaintainedStudio> {
  const studio = await openStudio(testTemporal(), { ownProcess: 'both', config })
  const days = await openDays(testTemporal(), studio)
  return {
    studio,
    days,
    make: (count, fields) =>
      forEachLimit(
        Array.from({ length: count }),
        CONCURRENCY,
        async () => void (await studio.api.createItem({ brand: 'Canon', ...fields })),
      ),
    async [Symbol.asyncDispose]() {
      await days[Symbol.asyncDispose]()
      await studio[Symbol.asyncDispose]()
    },
  }
}
