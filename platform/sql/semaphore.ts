import { WritesStopped } from './types.ts'

/** Limits the number of concurrent jobs; the others wait in order of arrival. */
export interface Semaphore {
  /** Runs a job when a permit is free. @throws WritesStopped when none becomes free in time */
  run<T>(job: () => Promise<T>): Promise<T>
  isIdle(): boolean
}

export function createSemaphore(permits: number, waitMs: number): Semaphore {
  let freePermits = permits
  const waiting = new Set<() => void>()
  const acquire = (): Promise<void> =>
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
  const release = (): void => {
    const [next] = waiting
    if (!next) {
      freePermits += 1
      return
    }
    waiting.delete(next)
    next()
  }
  return {
    async run(job) {
      if (freePermits > 0) freePermits -= 1
      else await acquire()
      try {
        return await job()
      } finally {
        release()
      }
    },
    isIdle: () => freePermits === permits,
  }
}
