/** Runs work that needs the memory of a parser. So many run at once, and the others wait in order. */
export type ParseInTurn = <T>(work: () => Promise<T>) => Promise<T>

const MAX_PARSERS = 2

export function createParseInTurn(): ParseInTurn {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= MAX_PARSERS) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
