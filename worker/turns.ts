/** Runs `work` when all earlier work under the same name has ended. */
export type Turns = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** Makes a queue per name. */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>()
  return async (name, work) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work)
    const settled = turn.catch(() => undefined)
    last.set(name, settled)
    try {
      return await turn
    } finally {
      if (last.get(name) === settled) last.delete(name)
    }
  }
}
