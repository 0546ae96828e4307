import type { ForecastService } from '../../contract/control/forecast.ts'
import type { Maintenance } from '../../contract/api/maintenance.ts'

const MAX_SAMPLES = 3

type CostEstimate = Pick<ForecastService, 'cost' | 'cost_from' | 'cost_records'>

interface Sample {
  completedAt: string
  cents: number
}

export const toCents = (cost: number): number => Math.round(cost * 100)

/** Sorts by completion, newest first, and keeps the first three. */
function addSample(samples: Sample[], sample: Sample): void {
  const index = samples.findIndex(({ completedAt }) => completedAt < sample.completedAt)
  if (index >= 0) samples.splice(index, 0, sample)
  else samples.push(sample)
  if (samples.length > MAX_SAMPLES) samples.pop()
}

/** Costs of the last completed services of each item and of each gear type. Records without a cost do not count. */
export interface Costs {
  add(record: Pick<Maintenance, 'item_id' | 'item_type' | 'completed_at' | 'cost'>, foldedType: string): void
  /** Returns the mean cost of the last three services of a kind: the item's, else its gear type's. */
  estimate(item: { id: string; gear_type: string }, foldedType: string): CostEstimate
}

export function createCosts(): Costs {
  const byKey = new Map<string, Sample[]>()
  const addTo = (key: string, sample: Sample): void => {
    const samples = byKey.get(key)
    if (samples) addSample(samples, sample)
    else byKey.set(key, [sample])
  }
  const toEstimate = (samples: readonly Sample[], costFrom: CostEstimate['cost_from']): CostEstimate => ({
    cost: Math.round(samples.reduce((sum, { cents }) => sum + cents, 0) / samples.length) / 100,
    cost_from: costFrom,
    cost_records: samples.length,
  })
  return {
    add: ({ item_id: itemId, item_type: itemType, completed_at: completedAt, cost }, foldedType) => {
      if (completedAt === null || cost === null) return
      const sample = { completedAt, cents: toCents(cost) }
      addTo(`${itemId} ${foldedType}`, sample)
      addTo(`${itemType} ${foldedType}`, sample)
    },
    estimate: (item, foldedType) => {
      const ownSamples = byKey.get(`${item.id} ${foldedType}`)
      if (ownSamples) return toEstimate(ownSamples, 'item')
      const samplesOfType = byKey.get(`${item.gear_type} ${foldedType}`)
      return samplesOfType
        ? toEstimate(samplesOfType, 'gear_type')
        : { cost: null, cost_from: 'unknown', cost_records: 0 }
    },
  }
}
