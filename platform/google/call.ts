import { readAnswer } from './answer.ts'
import type { GoogleConnection } from './connect.ts'
import { explainError, type Subject } from './explainError.ts'

/** True if an API refused the access token. The token endpoint answers 401 too, for an unknown client. */
function isTokenRefused(error: unknown): boolean {
  const { status, tokenError } = readAnswer(error)
  return status === 401 && tokenError === ''
}

/**
 * Calls an API, and again with a new token if Google has ended the token early.
 * @throws GoogleRefused, GoogleUnavailable; the signal's reason when it was aborted
 */
export async function callGoogle<T>(
  connection: GoogleConnection,
  subject: Subject,
  signal: AbortSignal,
  send: (options: { signal: AbortSignal }) => Promise<{ data: T }>,
): Promise<T> {
  const attempt = async (): Promise<T> => (await send({ signal })).data
  try {
    return await attempt().catch((error: unknown) => {
      if (!isTokenRefused(error)) throw error
      connection.expireToken()
      return attempt()
    })
  } catch (error) {
    signal.throwIfAborted()
    throw explainError(error, connection.account, subject)
  }
}
