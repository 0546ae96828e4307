import type { Logger } from '../../platform/log.ts'

/** Tracks whether Temporal answers; logs one line per change. */
export interface Outage {
  /** Reports an unanswered call. */
  noticed(): void
  /** Probes Temporal during an outage. @returns true when it has just come back */
  hasEnded(probe: () => Promise<unknown>): Promise<boolean>
}

export function createOutage(log: Logger): Outage {
  let isAway = false
  let isLooking = false
  return {
    noticed: () => {
      if (!isAway) log.warn('Temporal does not answer. Trying again.')
      isAway = true
    },
    hasEnded: async (probe) => {
      if (!isAway || isLooking) return false
      isLooking = true
      const answers = await probe().then(
        () => true,
        () => false,
      )
      isLooking = false
      if (answers) {
        isAway = false
        log.info('Temporal is there again.')
      }
      return answers
    },
  }
}
