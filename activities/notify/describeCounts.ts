import type { Texts } from '../../messages/languages/texts.ts'

/** Counts and their texts; zero counts are left out. */
type Counts = readonly (readonly [count: number, describe: (count: number, countText: string) => string])[]

/** Describes counts, such as "Maintenance: 1 overdue, 2 to come."; empty without counts. */
export function describeCounts(heading: string, counts: Counts, { colon, format }: Texts): string[] {
  const parts = counts.flatMap(([count, describe]) => (count === 0 ? [] : [describe(count, format.count(count))]))
  return parts.length === 0 ? [] : [`${heading}${colon} ${parts.join(', ')}.`]
}
