/**
 * Exact record counts, updated in the transaction of each change.
 * Keys: `gear.<type>.<status>`, `maintenance.<status>`, `documents.<type>`, `shoots.<status>`.
 */
export type Counters = Record<string, number>

/** Adds to a counter; zero counters are removed, so that equal inventories have equal counters. */
export function addToCounter(counters: Counters, key: string, amount: number): void {
  const newCount = (counters[key] ?? 0) + amount
  if (newCount < 0) throw new Error(`counter ${key} would fall below zero`)
  if (newCount === 0) delete counters[key]
  else counters[key] = newCount
}

/** Sums all counters whose key has these parts; an absent part matches any. */
export function sumCounters(counters: Counters, ...parts: (string | undefined)[]): number {
  let sum = 0
  for (const [key, value] of Object.entries(counters)) {
    const keyParts = key.split('.')
    if (parts.every((part, index) => part === undefined || keyParts[index] === part)) sum += value
  }
  return sum
}
