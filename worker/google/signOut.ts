import type { SignIn } from '../../activities/google/googleSignIns.ts'
import { SettingsError, type Config } from '../../config/config.ts'
import type { endGoogleSignIn } from '../../contract/control/google.ts'
import type { Input, Reply } from '../../contract/operation.ts'
import type { Person } from '../../platform/google/credential.ts'
import { GoogleRefused, GoogleUnavailable } from '../../platform/google/refused.ts'
import { revokeToken } from '../../platform/google/signIn.ts'
import { createWorkerError } from '../context/errors.ts'
import type { SettingsAccess } from '../context/context.ts'
import { withTimeLimit } from './timeLimit.ts'
import type { GoogleAccess } from './context.ts'

/** Time limit of the revocation, shorter than a client waits. */
const LIMIT_MS = 20_000

function openForRevocation({ google }: GoogleAccess, signIn: SignIn): Person {
  try {
    return google.signIns.open(signIn)
  } catch (error) {
    if (!(error instanceof GoogleRefused)) throw error
    throw createWorkerError('google_sign_in_unreadable', { answer: error.message })
  }
}

async function revoke(context: GoogleAccess, signIn: SignIn): Promise<'ended' | 'revoked'> {
  const person = openForRevocation(context, signIn)
  try {
    const isRevoked = await withTimeLimit(LIMIT_MS, () =>
      revokeToken(person, person.refreshToken, context.google.rootUrl),
    )
    return isRevoked ? 'revoked' : 'ended'
  } catch (error) {
    if (!(error instanceof GoogleUnavailable)) throw error
    throw createWorkerError('google_revocation_unknown', { answer: error.message })
  }
}

/** Reads kitroom.yaml. Without a valid one, nothing is synced. */
async function readConfigOrNothing({ settings }: SettingsAccess): Promise<Pick<Config, 'sources' | 'calendars'>> {
  try {
    return await settings.readUsable()
  } catch (error) {
    if (error instanceof SettingsError) return { sources: [], calendars: [] }
    throw error
  }
}

/** Lists sources that no account may read without the sign-in. */
async function listOrphanedSources(context: GoogleAccess & SettingsAccess): Promise<string[]> {
  if (context.google.keyFile !== undefined) return []
  const { sources } = await readConfigOrNothing(context)
  return sources.filter((source) => source.google_sheet !== undefined).map(({ id }) => id)
}

/** Lists calendars that no account may write without the sign-in. */
async function listOrphanedCalendars(context: SettingsAccess): Promise<string[]> {
  const { calendars } = await readConfigOrNothing(context)
  return calendars.filter(({ google }) => google?.calendar === 'new').map(({ id }) => id)
}

/**
 * Revokes the refresh token, then deletes the sign-in. A repeated call finds a revoked token and deletes it.
 * @throws WorkerError `not_signed_in`, `google_refused`, `google_unavailable`: nothing was deleted
 */
export async function signOut(
  context: GoogleAccess & SettingsAccess,
  { params, body }: Input<typeof endGoogleSignIn>,
): Promise<Reply<typeof endGoogleSignIn>> {
  const { purpose } = params
  const found = await context.google.signIns.find(purpose)
  if (!found) throw createWorkerError('google_not_signed_in', {})
  const atGoogle = body.forget ? 'not_asked' : await revoke(context, found)
  await context.google.signIns.remove(found)
  const sources = purpose === 'sheets' ? await listOrphanedSources(context) : []
  const calendars = purpose === 'calendar' ? await listOrphanedCalendars(context) : []
  return { data: { purpose, email: found.email, at_google: atGoogle, sources, calendars } }
}
