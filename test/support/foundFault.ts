/** The name of errors that a second run of the test cannot excuse. */
export const FOUND_FAULT = 'FoundFault'

/** Wrong, lost or doubled data, found by an invariant check or a model. `test/run` never repeats such a failure. */
export class FoundFault extends Error {
  override readonly name = FOUND_FAULT
}
