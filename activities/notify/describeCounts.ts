/** For example "3 have ended"; nothing for zero. */
export const describeCount = (count: number, one: string, many: string): string[] => (count === 0 ? [] : [`${count} ${count === 1 ? one : many}`])

/** For example "Maintenance: 1 overdue, 2 to come."; nothing without counts. */
export const describeCounts = (what: string, counts: readonly string[]): string[] => (counts.length === 0 ? [] : [`${what}: ${counts.join(', ')}.`])
