import type { Logger } from '../../platform/log.ts'

/** Tracks the availability of Temporal; logs one line per change. */
export interface OutageTracker {
  reportUnanswered(): void
  /** Probes Temporal during an outage. @returns true if Temporal answers this probe first */
  detectEnd(probe: () => Promise<unknown>): Promise<boolean>
}

export function createOutageTracker(log: Logger): OutageTracker {
  let isAway = false
  let isProbing = false
  return {
    reportUnanswered: () => {
      if (!isAway) log.warn('Temporal does not answer. Trying again.')
      isAway = true
    },
    detectEnd: async (probe) => {
      if (!isAway || isProbing) return false
      isProbing = true
      const isAvailable = await probe().then(
        () => true,
        () => false,
      )
      isProbing = false
      if (isAvailable) {
        isAway = false
        log.info('Temporal is available again.')
      }
      return isAvailable
    },
  }
}
