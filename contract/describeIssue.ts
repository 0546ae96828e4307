import type { z } from 'zod'
import { describeFault, type DescribedFault } from './faultReasons.ts'
import { findSchemaFault } from './schemaFaults.ts'

type Issue = z.core.$ZodIssue

/** A fault without its location. `allowed` is a value of its sentence, too, and is not repeated in `values`. */
export type IssueFault = DescribedFault & { allowed?: string[] }

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const part of path) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, part)) return undefined
    value = (value as Record<PropertyKey, unknown>)[part]
  }
  return value
}

function describeBound(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall, input: unknown): DescribedFault {
  const isList = Array.isArray(input)
  if (issue.code === 'too_big') {
    const max = Number(issue.maximum)
    return isList ? describeFault('too_many_entries', { max }) : describeFault('too_large', { max })
  }
  const min = Number(issue.minimum)
  return isList ? describeFault('too_few_entries', { min }) : describeFault('too_small', { min })
}

/**
 * Finds the fault of a message. Kitroom's own messages start in lower case, because the field's name precedes them.
 * zod's start with a capital and expose internals.
 */
function describeMessage(message: string): DescribedFault {
  const found = findSchemaFault(message)
  if (found) return { ...found, code: 'invalid_value' }
  const fault = describeFault('not_valid', {})
  return /^[A-Z]/.test(message) ? fault : { ...fault, detail: message }
}

/** Describes a value that is none of those allowed. */
export function describeChoice(values: readonly unknown[], input: unknown): IssueFault {
  const allowed = values as string[]
  if (input === undefined) return { ...describeFault('required', {}), allowed }
  const reason = typeof input === 'string' ? 'not_one_of' : 'not_one_of_type'
  const { values: _sentAsAllowed, ...fault } = describeFault(reason, { allowed: values.map(String) })
  return { ...fault, allowed }
}

/**
 * Describes the fault of one value: a code, and a sentence without its subject, the field's name.
 * @param root the whole checked value
 */
export function describeIssue(issue: Issue, root: unknown): IssueFault {
  const input = valueAt(root, issue.path)
  switch (issue.code) {
    case 'custom':
      return (issue.params?.['fault'] as DescribedFault | undefined) ?? describeMessage(issue.message)
    case 'invalid_type':
      if (input === undefined) return describeFault('required', {})
      return describeFault(input === null ? 'null_given' : 'wrong_type', { expected: issue.expected })
    case 'invalid_value':
      return describeChoice(issue.values, input)
    case 'too_big':
    case 'too_small':
      return describeBound(issue, input)
    default:
      return describeMessage(issue.message)
  }
}
