import { createConsoleLink } from '../../client/consoleLink.ts'
import { ApiError, ConnectionError } from '../../client/errors.ts'

/**
 * Creates an address of the console, with a code that signs in once if the keys allow that. A failure does not prevent
 * the start.
 */
export async function findConsoleAddress(
  apiUrl: string,
  apiKey: string | undefined,
  ownerKey: string | undefined,
): Promise<string> {
  if (apiKey === undefined) return `${apiUrl}/`
  try {
    return (await createConsoleLink({ url: apiUrl, apiKey, ownerKey, userAgent: 'kitroom-start' })).link
  } catch (error) {
    if (error instanceof ApiError || error instanceof ConnectionError) return `${apiUrl}/`
    throw error
  }
}
