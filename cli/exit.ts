/** Exit codes. `needsDecision`: rows were refused or in conflict, and a person has to decide. */
export const EXIT = { success: 0, failed: 1, needsDecision: 2 } as const
