import type { GoogleClients } from './connect.ts'
import { explainError, type Subject } from './explainError.ts'

const isUnauthorized = (error: unknown): boolean => (error as { response?: { status?: number } } | null)?.response?.status === 401

/**
 * Makes one call of an API, and once more with a new token if Google has ended the token early.
 * @throws GoogleRefused, GoogleUnavailable; the signal's reason when it was aborted
 */
export async function callGoogle<T>(
  clients: GoogleClients,
  subject: Subject,
  signal: AbortSignal,
  send: (options: { signal: AbortSignal }) => Promise<{ data: T }>,
): Promise<T> {
  const attempt = async (): Promise<T> => (await send({ signal })).data
  try {
    return await attempt().catch((error: unknown) => {
      if (!isUnauthorized(error)) throw error
      clients.expireToken()
      return attempt()
    })
  } catch (error) {
    signal.throwIfAborted()
    throw explainError(error, subject)
  }
}
