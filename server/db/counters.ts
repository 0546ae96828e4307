/**
 * Exact record counts, updated in the transaction of each change. Keys: `gear.<type>.<status>`, `maintenance.<status>`,
 * `documents.<type>`, `shoots.<status>`, `fields.<name>` (items with a value of that own field). `purchase_cents` and `replacement_cents` with type and status are sums over
 * gear, exact while the account's records are of this version.
 */
export type Counters = Record<string, number>

/** Adds to a counter. Zero counters are removed, so that equal inventories have equal counters. */
export function addToCounter(counters: Counters, key: string, amount: number): void {
  const newCount = (counters[key] ?? 0) + amount
  if (newCount < 0) throw new Error(`counter ${key} would fall below zero`)
  if (newCount === 0) delete counters[key]
  else counters[key] = newCount
}

/** Sums all counters whose key has these parts; an absent part matches any. */
export function sumCounters(counters: Counters, ...parts: (string | undefined)[]): number {
  let sum = 0
  const prefix = `${parts[0] ?? ''}.`
  for (const [key, value] of Object.entries(counters)) {
    if (parts[0] !== undefined && !key.startsWith(prefix)) continue
    const keyParts = key.split('.')
    if (parts.every((part, index) => part === undefined || keyParts[index] === part)) sum += value
  }
  return sum
}

const isValueKey = (key: string): boolean => key.startsWith('purchase_cents.') || key.startsWith('replacement_cents.')

export const withoutValues = (counters: Counters): Counters =>
  Object.fromEntries(Object.entries(counters).filter(([key]) => !isValueKey(key)))
