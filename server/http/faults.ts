import type { z } from 'zod'
import { describeIssue } from '../../contract/describeIssue.ts'
import { MAX_FAULTS, type Fault } from '../../contract/errors.ts'

type Issue = z.core.$ZodIssue

/** JSON Pointer in its fragment form (RFC 6901 section 6). */
export const pointerTo = (path: readonly PropertyKey[]): string =>
  `#${path.map((part) => `/${encodeURIComponent(String(part).slice(0, 100).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')}`

/** The range of exact integers is no bound of ours: each whole number has one that is narrower. */
const isIntegerRange = (issue: Issue): boolean =>
  (issue.code === 'too_big' && issue.maximum === Number.MAX_SAFE_INTEGER) || (issue.code === 'too_small' && issue.minimum === Number.MIN_SAFE_INTEGER)

/** Turns what a schema found into faults, all of them, with codes and sentences of our own. `input` is what was checked. */
export function faultsOf(error: z.ZodError, input: unknown, base: readonly PropertyKey[] = []): Fault[] {
  const issues = error.issues.length > 1 ? error.issues.filter((issue) => !isIntegerRange(issue)) : error.issues
  return issues.flatMap((issue): Fault[] => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ pointer: pointerTo([...base, ...issue.path, key]), code: 'unknown_field', detail: 'is not a field here' }))
    return [{ pointer: pointerTo([...base, ...issue.path]), ...describeIssue(issue, input) }]
  })
}

const placeOf = ({ pointer, parameter, header }: Fault): string => pointer ?? parameter ?? header ?? ''

/** One fault for each place, the first; that its gear type does not have the field says more than what is wrong with the value. */
function onePerPlace(faults: readonly Fault[]): Fault[] {
  const places = new Map<string, number>()
  const kept: Fault[] = []
  for (const fault of faults) {
    // Long names of unknown fields are cut: two of them may look alike.
    const index = fault.code === 'unknown_field' ? undefined : places.get(placeOf(fault))
    if (index === undefined) places.set(placeOf(fault), kept.push(fault) - 1)
    else if (fault.code === 'field_not_for_gear_type') kept[index] = fault
  }
  return kept
}

/** What a problem says of its faults: the first hundred, and how many more there are. */
export interface ListedFaults {
  faults: Fault[]
  faultsOmitted: number
  total: number
}

/** @param omitted faults that were counted but not described */
export function listFaults(faults: readonly Fault[], omitted = 0): ListedFaults {
  const kept = onePerPlace(faults)
  const total = kept.length + omitted
  const listed = kept.slice(0, MAX_FAULTS)
  return { faults: listed, faultsOmitted: total - listed.length, total }
}
