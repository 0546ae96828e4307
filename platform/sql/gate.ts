/** Lets a few in at a time, the others in the order they came. */
export interface Gate {
  /** Waits for a place. @returns whether there was one in time; if so, `leave` must follow */
  enter(withinMs: number): Promise<boolean>
  leave(): void
}

export function createGate(places: number): Gate {
  let free = places
  const waiting = new Set<() => void>()
  return {
    enter(withinMs) {
      if (free > 0) {
        free -= 1
        return Promise.resolve(true)
      }
      return new Promise((resolve) => {
        const admit = (): void => {
          clearTimeout(timer)
          resolve(true)
        }
        const timer = setTimeout(() => {
          waiting.delete(admit)
          resolve(false)
        }, withinMs)
        waiting.add(admit)
      })
    },
    leave() {
      const [next] = waiting
      if (next) {
        waiting.delete(next)
        next()
      } else free += 1
    },
  }
}
