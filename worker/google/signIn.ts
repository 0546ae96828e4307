import type { GoogleAccounts } from '../../activities/google/googleAccounts.ts'
import type { SignIn } from '../../activities/google/googleSignIns.ts'
import type { finishGoogleSignIn, startGoogleSignIn } from '../../contract/control/google.ts'
import type { Input, Reply } from '../../contract/operation.ts'
import { connectGoogle } from '../../platform/google/connect.ts'
import { buildConsentUrl } from '../../platform/google/consent.ts'
import type { OAuthClient, Person } from '../../platform/google/credential.ts'
import { GoogleRefused, GoogleUnavailable } from '../../platform/google/refused.ts'
import type { GooglePurpose } from '../../platform/google/scopes.ts'
import { exchangeCode } from '../../platform/google/signIn.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { createWorkerError } from '../context/errors.ts'
import type { WorkerContext } from '../context/context.ts'
import { findEmail } from './findEmail.ts'
import { withTimeLimit } from './timeLimit.ts'
import type { GoogleAccess } from './context.ts'

/** Limit of the exchange. With the limit of finding the address it is shorter than a client waits. */
const EXCHANGE_LIMIT_MS = 15_000
const EMAIL_LIMIT_MS = 8000

/**
 * Finds the OAuth client of the stored sign-in.
 * @throws WorkerError `not_signed_in`; GoogleRefused if it cannot be decrypted
 */
async function findStoredClient({ signIns }: GoogleAccounts, purpose: GooglePurpose): Promise<OAuthClient> {
  const stored = await signIns.find(purpose)
  if (!stored) throw createWorkerError('google_never_signed_in', {})
  return signIns.open(stored)
}

/** Builds the address of the consent page. */
export async function buildConsentAddress(
  { google }: GoogleAccess,
  { body }: Input<typeof startGoogleSignIn>,
): Promise<Reply<typeof startGoogleSignIn>> {
  const { purpose, redirect_uri: redirectUri, state, code_challenge: codeChallenge } = body
  const clientId = body.client_id ?? (await findStoredClient(google, purpose)).clientId
  return { data: { url: buildConsentUrl({ purpose, clientId, redirectUri, state, codeChallenge }, google.rootUrl) } }
}

/** @returns undefined if Drive does not return it: the sign-in works without it */
async function findEmailOf(
  person: Person,
  purpose: GooglePurpose,
  rootUrl: string | undefined,
): Promise<string | undefined> {
  // The scope of calendars does not open Drive.
  if (purpose === 'calendar') return undefined
  try {
    return await withTimeLimit(EMAIL_LIMIT_MS, async (signal) =>
      findEmail(await connectGoogle(person, purpose, rootUrl), signal),
    )
  } catch (error) {
    if (!(error instanceof GoogleRefused) && !(error instanceof GoogleUnavailable)) throw error
    return undefined
  }
}

/** Finds the account whose sign-in is replaced; null if there is none or it is the same one. */
function findReplaced(previous: SignIn | undefined, { email, clientId }: Person): string | null {
  if (!previous || (previous.email === (email ?? null) && previous.client_id === clientId)) return null
  return previous.email ?? 'an account whose address is unknown'
}

/** Exchanges the code and stores the sign-in. @throws GoogleRefused, GoogleUnavailable: nothing is stored */
export async function signIn(
  { google, clock }: GoogleAccess & Pick<WorkerContext, 'clock'>,
  { body }: Input<typeof finishGoogleSignIn>,
): Promise<Reply<typeof finishGoogleSignIn>> {
  const { purpose, client, picked_file_ids: pickedFileIds } = body
  const { clientId, clientSecret } = client
    ? { clientId: client.client_id, clientSecret: client.client_secret }
    : await findStoredClient(google, purpose)
  const exchange = { code: body.code, codeVerifier: body.code_verifier, redirectUri: body.redirect_uri }
  const { refreshToken, scopes } = await withTimeLimit(EXCHANGE_LIMIT_MS, () =>
    exchangeCode({ clientId, clientSecret }, purpose, exchange, google.rootUrl),
  )
  const nameless: Person = { kind: 'person', email: undefined, clientId, clientSecret, refreshToken }
  const person = { ...nameless, email: await findEmailOf(nameless, purpose, google.rootUrl) }
  const previous = await google.signIns.find(purpose)
  const at = toIsoTime(clock.nowMs())
  await google.signIns.store({ purpose, person, scopes, pickedFileIds, at })
  return {
    data: {
      purpose,
      email: person.email ?? null,
      scopes,
      picked_file_ids: pickedFileIds,
      signed_in_at: at,
      replaced: findReplaced(previous, person),
      is_unused: google.keyFile !== undefined && purpose === 'sheets',
    },
  }
}
