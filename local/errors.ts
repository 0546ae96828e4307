/**
 * An expected failure on this machine, such as a port in use. `message` is for people and says what to do; `code` is
 * for programs.
 */
export class LocalError extends Error {
  override name = 'LocalError'
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
