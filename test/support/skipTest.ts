import type { TestContext } from 'vitest'

/** Skips a test that has begun. The reason is in the sum of `.ci/run`. */
export function skipTest(context: TestContext, reason: string): never {
  Object.assign(context.task.meta, { skipReason: `NOT RUN: ${reason}` })
  return context.skip(reason)
}
