import { CLOCK_CONSEQUENCE, describeClockDifference } from '../../context/clockCheck.ts'
import type { ProblemKind } from '../kind.ts'

export const clockDiffers: ProblemKind = {
  key: 'clock',
  isOfWorker: true,
  find: async ({ clockAheadMs }) =>
    clockAheadMs === 0
      ? []
      : [
          {
            detail: `It is ${describeClockDifference(clockAheadMs)}. ${CLOCK_CONSEQUENCE}`,
            describe: ({ problems }) => ({ title: problems.clockDiffers, facts: {} }),
          },
        ],
  blocks: 'all',
  delayMs: 0,
  // Messages are not sent while the date may be wrong.
  notifies: () => false,
  end: async () => undefined,
}
