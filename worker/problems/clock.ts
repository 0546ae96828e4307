import { CLOCK_CONSEQUENCE, describeClockDifference } from '../context/clockCheck.ts'
import type { WorkerContext } from '../context/context.ts'
import { createProblem, type Problem } from './problem.ts'

export function findClockProblem({ clockCheck }: Pick<WorkerContext, 'clockCheck'>): Problem | undefined {
  const aheadMs = clockCheck.aheadMs()
  if (aheadMs === 0) return undefined
  const detail = `It is ${describeClockDifference(aheadMs)}. ${CLOCK_CONSEQUENCE}`
  return createProblem({
    key: 'clock',
    code: 'clock_differs',
    detail,
    describe: ({ problems }) => ({ title: problems.clockDiffers, facts: [] }),
  })
}
