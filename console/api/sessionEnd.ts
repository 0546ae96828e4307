let endReason: Error | undefined

/** Stores the error that says why the session ended, for the sign-in page. */
export const rememberEnd = (reason: Error): void => void (endReason = reason)
export const readEndReason = (): Error | undefined => endReason
export const forgetEndReason = (): void => void (endReason = undefined)
