import { buildConsentUrl } from '../../platform/google/consent.ts'
import type { Credential } from '../../platform/google/credential.ts'
import type { GooglePurpose } from '../../platform/google/scopes.ts'
import { exchangeCode } from '../../platform/google/signIn.ts'
import type { FakeGoogle } from './google.ts'

/** Signs a person in for a purpose, as `kitroom google login` does. @param picks ids of spreadsheets */
export async function signIn(
  google: FakeGoogle,
  purpose: GooglePurpose,
  email: string,
  picks: string[] = [],
): Promise<Credential> {
  google.signIn(email, { picks })
  const { client_id: clientId, client_secret: clientSecret } = google.addDesktopClient().installed
  const redirectUri = 'http://127.0.0.1:50000'
  // S256 of the verifier in the example of RFC 7636, appendix B.
  const [codeVerifier, codeChallenge] = [
    'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  ]
  const address = buildConsentUrl({ purpose, clientId, redirectUri, state: 's', codeChallenge }, google.url)
  const redirect = (await fetch(address, { redirect: 'manual' })).headers.get('location') ?? ''
  const code = new URL(redirect).searchParams.get('code') ?? ''
  const grant = await exchangeCode({ clientId, clientSecret }, purpose, { code, codeVerifier, redirectUri }, google.url)
  return { kind: 'person', email: undefined, clientId, clientSecret, refreshToken: grant.refreshToken }
}
