/** Wakes one who waits, or who is about to. */
export interface Bell {
  ring(): void
  /** Waits until it rings, or for so long; rung before, it does not wait at all. */
  wait(ms: number): Promise<void>
}

export function createBell(): Bell {
  let rung = false
  let wake: (() => void) | undefined
  return {
    ring() {
      rung = true
      wake?.()
    },
    async wait(ms) {
      if (!rung)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      wake = undefined
      rung = false
    },
  }
}
