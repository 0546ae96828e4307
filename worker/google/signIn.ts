import type { SignIn } from '../../activities/googleSignIns.ts'
import type { finishGoogleSignIn, startGoogleSignIn } from '../../contract/google.ts'
import type { Input, Reply } from '../../contract/operation.ts'
import { connectGoogle } from '../../google/connect.ts'
import { buildConsentUrl } from '../../google/consent.ts'
import type { Person } from '../../google/credential.ts'
import { GoogleRefused, GoogleUnavailable } from '../../google/refused.ts'
import type { GooglePurpose } from '../../google/scopes.ts'
import { exchangeCode } from '../../google/signIn.ts'
import { toIsoTime } from '../../platform/clock.ts'
import type { GoogleContext } from './context.ts'
import { findEmail } from './findEmail.ts'

const EMAIL_TIMEOUT_MS = 10_000

/** Builds the address of the consent page. */
export function buildConsentAddress({ google }: GoogleContext, { body }: Input<typeof startGoogleSignIn>): Promise<Reply<typeof startGoogleSignIn>> {
  const { purpose, client_id: clientId, redirect_uri: redirectUri, state, code_challenge: codeChallenge } = body
  const url = buildConsentUrl({ purpose, clientId, redirectUri, state, codeChallenge }, google.rootUrl)
  return Promise.resolve({ data: { url } })
}

/** @returns undefined if Drive does not tell it: the sign-in works without */
async function findEmailOf(person: Person, purpose: GooglePurpose, rootUrl: string | undefined): Promise<string | undefined> {
  try {
    return await findEmail(await connectGoogle(person, purpose, rootUrl), AbortSignal.timeout(EMAIL_TIMEOUT_MS))
  } catch (error) {
    const isExpected = error instanceof GoogleRefused || error instanceof GoogleUnavailable || (error as Error).name === 'TimeoutError'
    if (!isExpected) throw error
    return undefined
  }
}

/** The account whose sign-in is replaced; null for none and for the same one. */
function findReplaced(previous: SignIn | undefined, { email, clientId }: Person): string | null {
  if (!previous || (previous.email === (email ?? null) && previous.client_id === clientId)) return null
  return previous.email ?? 'an account whose address is unknown'
}

/** Exchanges the code and stores the sign-in. @throws GoogleRefused, GoogleUnavailable: nothing is stored */
export async function signIn(
  { google, clock }: GoogleContext,
  { body }: Input<typeof finishGoogleSignIn>,
): Promise<Reply<typeof finishGoogleSignIn>> {
  const { purpose, client_id: clientId, client_secret: clientSecret, picked_file_ids: pickedFileIds } = body
  const exchange = { code: body.code, codeVerifier: body.code_verifier, redirectUri: body.redirect_uri }
  const { refreshToken, scopes } = await exchangeCode({ clientId, clientSecret }, purpose, exchange, google.rootUrl)
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
      is_unused: google.keyFile !== undefined,
    },
  }
}
