/**
 * Runs `work` for each item, at most `limit` at once. After the first error no further item starts; the error is thrown when running ones have ended.
 */
export async function forEachLimit<T>(items: readonly T[], limit: number, work: (item: T) => Promise<void>): Promise<void> {
  const errors: unknown[] = []
  let next = 0
  const lane = async (): Promise<void> => {
    while (errors.length === 0 && next < items.length) {
      const item = items[next++] as T
      try {
        await work(item)
      } catch (error) {
        errors.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane))
  if (errors.length > 0) throw errors[0]
}
