import { WritesStopped } from './types.ts'

/** Lets a few in at a time, the others in the order they came. */
export interface Gate {
  /** Runs a job once there is a place for it. @throws WritesStopped when none came free in time */
  pass<T>(job: () => Promise<T>): Promise<T>
  /** Whether nobody is in it or waits for it. */
  isEmpty(): boolean
}

export function createGate(places: number, waitMs: number): Gate {
  let free = places
  const waiting = new Set<() => void>()
  const enter = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const admit = (): void => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(admit)
        reject(new WritesStopped('too many writes wait for the database'))
      }, waitMs)
      waiting.add(admit)
    })
  const leave = (): void => {
    const [next] = waiting
    if (!next) {
      free += 1
      return
    }
    waiting.delete(next)
    next()
  }
  return {
    async pass(job) {
      if (free > 0) free -= 1
      else await enter()
      try {
        return await job()
      } finally {
        leave()
      }
    },
    isEmpty: () => free === places,
  }
}
