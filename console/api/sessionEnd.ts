let endReason: string | undefined

/** Stores the reason why the session ended, for the sign-in page. */
export const rememberEnd = (reason: string): void => void (endReason = reason)
export const readEndReason = (): string | undefined => endReason
export const forgetEndReason = (): void => void (endReason = undefined)
