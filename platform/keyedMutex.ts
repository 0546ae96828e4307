/** Runs `work` after all earlier work with the same key has settled. */
export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>

export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const running = (last.get(key) ?? Promise.resolve()).then(work)
    const settled = running.catch(() => undefined)
    last.set(key, settled)
    try {
      return await running
    } finally {
      if (last.get(key) === settled) last.delete(key)
    }
  }
}
