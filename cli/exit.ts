/** Exit codes; `held` means that a person has to decide. */
export const EXIT = { fine: 0, failed: 1, held: 2 } as const
