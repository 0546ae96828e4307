import { callGoogle } from '../../platform/google/call.ts'
import type { CalendarClients, SheetsClients } from '../../platform/google/connect.ts'

/** Checks if Google grants an account access to its calendars. @throws GoogleRefused, GoogleUnavailable */
export async function requireCalendarToken(clients: CalendarClients, signal: AbortSignal): Promise<void> {
  const subject = { resource: { thing: 'account', id: '' }, api: 'Google Calendar API' } as const
  await callGoogle(clients, subject, signal, async () => ({ data: await clients.fetchToken() }))
}

/**
 * Asks Drive for the address of an account.
 * @returns undefined if Drive does not return it
 * @throws GoogleRefused, also when the Drive API is switched off; GoogleUnavailable
 */
export async function findEmail(clients: SheetsClients, signal: AbortSignal): Promise<string | undefined> {
  const subject = { resource: { thing: 'account', id: '' }, api: 'Google Drive API' } as const
  const about = await callGoogle(clients, subject, signal, (options) =>
    clients.drive.about.get({ fields: 'user(emailAddress)' }, options),
  )
  return about.user?.emailAddress ?? undefined
}
