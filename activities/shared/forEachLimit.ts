/**
 * Runs `work` for each item, at most `limit` at once. After the first error no further item starts; it is thrown after
 * the running items end.
 */
export async function forEachLimit<T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = []
  let nextIndex = 0
  const runItems = async (): Promise<void> => {
    while (errors.length === 0 && nextIndex < items.length) {
      const item = items[nextIndex++] as T
      try {
        await work(item)
      } catch (error) {
        errors.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, runItems))
  if (errors.length > 0) throw errors[0]
}
