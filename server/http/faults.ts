import type { z } from 'zod'
import { describeIssue } from '../../contract/describeIssue.ts'
import { describeFault } from '../../contract/faultReasons.ts'
import { MAX_FAULTS, type Fault } from '../../contract/errors.ts'

type Issue = z.core.$ZodIssue

/** Formats a JSON Pointer in fragment form (RFC 6901 section 6). */
export const toJsonPointer = (path: readonly PropertyKey[]): string =>
  `#${path.map((part) => `/${encodeURIComponent(String(part).slice(0, 100).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')}`

/** True for the safe-integer range, which zod adds to every whole number. Kitroom's fields have narrower bounds. */
const isIntegerRange = (issue: Issue): boolean =>
  (issue.code === 'too_big' && issue.maximum === Number.MAX_SAFE_INTEGER) ||
  (issue.code === 'too_small' && issue.minimum === Number.MIN_SAFE_INTEGER)

/** Converts all zod issues to faults. @param input the checked value */
export function toFaults(error: z.ZodError, input: unknown, base: readonly PropertyKey[] = []): Fault[] {
  const issues = error.issues.length > 1 ? error.issues.filter((issue) => !isIntegerRange(issue)) : error.issues
  return issues.flatMap((issue): Fault[] => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        pointer: toJsonPointer([...base, ...issue.path, key]),
        ...describeFault('unknown_field', {}),
      }))
    return [{ pointer: toJsonPointer([...base, ...issue.path]), ...describeIssue(issue, input) }]
  })
}

const locationOf = ({ pointer, parameter, header }: Fault): string => pointer ?? parameter ?? header ?? ''

/** Keeps the first fault of each location; `field_not_for_gear_type` replaces a fault of the value. */
function keepOnePerLocation(faults: readonly Fault[]): Fault[] {
  const indexByLocation = new Map<string, number>()
  const result: Fault[] = []
  for (const fault of faults) {
    // Long names are truncated, so two unknown fields may have the same pointer.
    const index = fault.code === 'unknown_field' ? undefined : indexByLocation.get(locationOf(fault))
    if (index === undefined) indexByLocation.set(locationOf(fault), result.push(fault) - 1)
    else if (fault.code === 'field_not_for_gear_type') result[index] = fault
  }
  return result
}

export interface LimitedFaults {
  faults: Fault[]
  faultsOmitted: number
  total: number
}

/** @param omitted faults that were counted but not described */
export function limitFaults(faults: readonly Fault[], omitted = 0): LimitedFaults {
  const perLocation = keepOnePerLocation(faults)
  const total = perLocation.length + omitted
  const listed = perLocation.slice(0, MAX_FAULTS)
  return { faults: listed, faultsOmitted: total - listed.length, total }
}
