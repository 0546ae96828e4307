import type { z } from 'zod'
import { faultCodes, type Fault, type FaultCode } from '../../contract/errors.ts'

type Issue = z.core.$ZodIssue

/** JSON Pointer in its fragment form (RFC 6901 section 6). */
export const pointerTo = (path: readonly PropertyKey[]): string =>
  `#${path.map((part) => `/${encodeURIComponent(String(part).slice(0, 100).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')}`

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const part of path) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, part)) return undefined
    value = (value as Record<PropertyKey, unknown>)[part]
  }
  return value
}

const ARTICLES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const isFaultCode = (code: unknown): code is FaultCode => faultCodes.includes(code as FaultCode)

function bound(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall, input: unknown): { code: FaultCode; detail: string } {
  const limit = issue.code === 'too_big' ? issue.maximum : issue.minimum
  const side = issue.code === 'too_big' ? 'at most' : 'at least'
  if (Array.isArray(input)) return { code: issue.code === 'too_big' ? 'too_long' : 'invalid_value', detail: `must have ${side} ${limit} entries` }
  return { code: 'invalid_value', detail: `must be ${side} ${limit}` }
}

function describe(issue: Issue, input: unknown): { code: FaultCode; detail: string; allowed?: (string | number)[] } {
  switch (issue.code) {
    case 'custom': {
      const code: unknown = issue.params?.['code']
      return { code: isFaultCode(code) ? code : 'invalid_value', detail: issue.message }
    }
    case 'invalid_type':
      if (input === undefined) return { code: 'required', detail: 'is required' }
      return { code: 'invalid_type', detail: `must be ${ARTICLES[issue.expected] ?? issue.expected}` }
    case 'invalid_value':
      if (input === undefined) return { code: 'required', detail: 'is required', allowed: issue.values as string[] }
      return {
        code: typeof input === 'string' ? 'invalid_value' : 'invalid_type',
        detail: `must be one of ${issue.values.map(String).join(', ')}`,
        allowed: issue.values as string[],
      }
    case 'too_big':
    case 'too_small':
      return bound(issue, input)
    default:
      return { code: 'invalid_value', detail: issue.message }
  }
}

/** Turns what a schema found into faults, all of them, with codes and sentences of our own. `input` is what was checked. */
export function faultsOf(error: z.ZodError, input: unknown, base: readonly PropertyKey[] = []): Fault[] {
  return error.issues.flatMap((issue): Fault[] => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ pointer: pointerTo([...base, ...issue.path, key]), code: 'unknown_field', detail: 'is not a field here' }))
    return [{ pointer: pointerTo([...base, ...issue.path]), ...describe(issue, valueAt(input, issue.path)) }]
  })
}
