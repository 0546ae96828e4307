import { getInventoryValues, type InventoryValues } from '../../../contract/api/analytics.ts'
import { gearStatuses, gearTypes } from '../../../contract/api/gearFields.ts'
import type { Answer } from '../../answer.ts'
import { readAccountState } from '../../db/accountState.ts'
import { sumCounters, type Counters } from '../../db/counters.ts'
import { isRecordSchemaCurrent } from '../../db/recordSchema.ts'
import { readQuery } from '../../http/query.ts'
import type { ReadContext } from '../../http/route.ts'
import { answerFigures } from './answerFigures.ts'
import { readCurrency } from './currency.ts'

const slowValues = new URL('./slowValues.ts', import.meta.url)

const mapKeys = <Key extends string, Value>(keys: readonly Key[], toValue: (key: Key) => Value): Record<Key, Value> =>
  Object.fromEntries(keys.map((key) => [key, toValue(key)])) as Record<Key, Value>

function toFigures(counters: Counters, name: string, unit: number): InventoryValues['items'] {
  const sum = (type?: string, status?: string): number => sumCounters(counters, name, type, status) / unit
  const figuresOf = (type?: string) => ({
    total: sum(type),
    by_status: mapKeys(gearStatuses, (status) => sum(type, status)),
  })
  return { ...figuresOf(), by_type: mapKeys(gearTypes, figuresOf) }
}

/** Reads sums from counters. While a server of the previous version may have written records, it sums the records. */
export async function getGearValues(context: ReadContext): Promise<Answer> {
  const { app, actor, query } = context
  const { account } = actor
  readQuery(getInventoryValues, query)
  const { state, currency } = await app.db.read(async (tx) => ({
    state: await readAccountState(tx, account),
    currency: await readCurrency(tx, account),
  }))
  const counters = isRecordSchemaCurrent(state)
    ? state.counters
    : ((await app.db.runSlowRead({ module: slowValues, input: { account }, lane: account })) as Counters)
  return answerFigures(context, {
    currency,
    items: toFigures(counters, 'gear', 1),
    purchase_value: toFigures(counters, 'purchase_cents', 100),
    replacement_value: toFigures(counters, 'replacement_cents', 100),
  } satisfies Omit<InventoryValues, 'generated_at'>)
}
