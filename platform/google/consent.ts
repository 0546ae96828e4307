import { purposes, type GooglePurpose } from './scopes.ts'

const CONSENT_ORIGIN = 'https://accounts.google.com'

export interface ConsentRequest {
  purpose: GooglePurpose
  clientId: string
  redirectUri: string
  state: string
  /** S256 challenge of the verifier (RFC 7636). */
  codeChallenge: string
}

/**
 * Builds the address at which a person signs in and agrees. With `prompt=consent`, Google issues a refresh token at
 * every sign-in.
 */
export function buildConsentUrl(
  { purpose, clientId, redirectUri, state, codeChallenge }: ConsentRequest,
  rootUrl: string | undefined,
): string {
  const { person, consent } = purposes[purpose]
  const url = new URL('/o/oauth2/v2/auth', rootUrl ?? CONSENT_ORIGIN)
  url.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: person.join(' '),
    access_type: 'offline',
    prompt: 'consent',
    state,
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
    ...consent,
  }).toString()
  return url.href
}
