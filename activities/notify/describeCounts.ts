import type { Texts } from '../../messages/languages/texts.ts'

/** Counts and their texts; those of zero are left out. */
type Counts = readonly (readonly [count: number, describe: (count: number, countText: string) => string])[]

/** For example "Maintenance: 1 overdue, 2 to come."; nothing without counts. */
export function describeCounts(heading: string, counts: Counts, { colon, format }: Texts): string[] {
  const parts = counts.flatMap(([count, describe]) => (count === 0 ? [] : [describe(count, format.count(count))]))
  return parts.length === 0 ? [] : [`${heading}${colon} ${parts.join(', ')}.`]
}
