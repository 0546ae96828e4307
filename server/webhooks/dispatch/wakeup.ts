/** Wakes a waiting loop. A notification before the wait is not lost. */
export interface Wakeup {
  notify(): void
  /** Waits for a notification or the timeout; returns at once after a pending notification. */
  wait(ms: number): Promise<void>
}

export function createWakeup(): Wakeup {
  let isNotified = false
  let wake: (() => void) | undefined
  return {
    notify() {
      isNotified = true
      wake?.()
    },
    async wait(ms) {
      if (!isNotified)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      wake = undefined
      isNotified = false
    },
  }
}
