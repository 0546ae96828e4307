/** Runs `work` after all earlier work with the same key has settled. */
export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>

export function createKeyedMutex(): KeyedMutex {
  const lastByKey = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const result = (lastByKey.get(key) ?? Promise.resolve()).then(work)
    const settled = result.catch(() => undefined)
    lastByKey.set(key, settled)
    try {
      return await result
    } finally {
      if (lastByKey.get(key) === settled) lastByKey.delete(key)
    }
  }
}
