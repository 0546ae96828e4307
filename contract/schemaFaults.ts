import { describeFault, type DescribedFault, type FaultReason, type FaultValues } from './faultReasons.ts'

/** Faults by the messages that schemas were built with: zod passes on only the message of a format. */
const faultsByMessage = new Map<string, DescribedFault>()

/**
 * Returns the message of a schema's fault, for zod. `findSchemaFault` finds the fault by it. Call it only where schemas
 * are built.
 */
export function toSchemaMessage<R extends FaultReason>(reason: R, values: FaultValues<R>): string {
  const fault = describeFault(reason, values)
  faultsByMessage.set(fault.detail, fault)
  return fault.detail
}

export const findSchemaFault = (message: string): DescribedFault | undefined => faultsByMessage.get(message)

/** Creates a zod issue for a fault. @param path below the checked value */
export function createIssue<R extends FaultReason>(
  input: unknown,
  reason: R,
  values: FaultValues<R>,
  path: PropertyKey[] = [],
): { code: 'custom'; input: unknown; path: PropertyKey[]; message: string; params: { fault: DescribedFault } } {
  const fault = describeFault(reason, values)
  return { code: 'custom', input, path, message: fault.detail, params: { fault } }
}
