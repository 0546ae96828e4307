// Comparisons of each reply and each stored row. Vitest's `expect` costs more than most requests, so it runs only to
// fail.
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'

export function expectEqual(actual: unknown, expected: unknown, what?: string): void {
  if (actual !== expected && !isDeepStrictEqual(actual, expected)) expect(actual, what).toEqual(expected)
}

/** `actual` may have more members. */
export function expectMembers(actual: object, expected: object): void {
  const hasAll = Object.entries(expected).every(
    ([name, value]) => name in actual && isDeepStrictEqual(Reflect.get(actual, name), value),
  )
  if (!hasAll) expect(actual).toMatchObject(expected)
}

export function expectMatch(actual: string | undefined, pattern: RegExp, what?: string): void {
  if (actual === undefined || !pattern.test(actual)) expect(actual, what).toMatch(pattern)
}

export function expectNoMatch(actual: string, pattern: RegExp, what?: string): void {
  if (pattern.test(actual)) expect(actual, what).not.toMatch(pattern)
}
