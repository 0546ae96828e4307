import type { z } from 'zod'
import { faultCodes, type Fault, type FaultCode } from './errors.ts'

type Issue = z.core.$ZodIssue

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

function describeBound(
  issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall,
  input: unknown,
): { code: FaultCode; detail: string } {
  const limit = issue.code === 'too_big' ? issue.maximum : issue.minimum
  const comparison = issue.code === 'too_big' ? 'at most' : 'at least'
  if (Array.isArray(input))
    return {
      code: issue.code === 'too_big' ? 'too_long' : 'invalid_value',
      detail: `must have ${comparison} ${limit} ${Number(limit) === 1 ? 'entry' : 'entries'}`,
    }
  return { code: 'invalid_value', detail: `must be ${comparison} ${limit}` }
}

/**
 * Keeps Kitroom's own messages. They start in lower case, because the field's name precedes them. zod's start with a
 * capital and expose internals.
 */
const ownMessageOrGeneric = (message: string): string => (/^[A-Z]/.test(message) ? 'is not valid' : message)

/** Describes the fault of one value: a code, and a sentence without its subject, the field's name. @param root the whole checked value */
export function describeIssue(issue: Issue, root: unknown): Pick<Fault, 'code' | 'detail' | 'allowed'> {
  const input = valueAt(root, issue.path)
  switch (issue.code) {
    case 'custom': {
      const code: unknown = issue.params?.['code']
      return { code: isFaultCode(code) ? code : 'invalid_value', detail: ownMessageOrGeneric(issue.message) }
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
      return describeBound(issue, input)
    default:
      return { code: 'invalid_value', detail: ownMessageOrGeneric(issue.message) }
  }
}
