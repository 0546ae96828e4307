import { callGoogle } from '../../google/call.ts'
import type { GoogleClients } from '../../google/connect.ts'

/**
 * Asks Drive for the address of an account.
 * @returns undefined if Drive does not tell it
 * @throws GoogleRefused, also when the Drive API is switched off; GoogleUnavailable
 */
export async function findEmail(clients: GoogleClients, signal: AbortSignal): Promise<string | undefined> {
  const subject = { what: 'account', api: 'Google Drive API' } as const
  const about = await callGoogle(clients, subject, signal, (options) => clients.drive.about.get({ fields: 'user(emailAddress)' }, options))
  return about.user?.emailAddress ?? undefined
}
