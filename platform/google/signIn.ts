import type { OAuth2Client } from 'google-auth-library'
import type { OAuthClient } from './credential.ts'
import { readAnswer } from './answer.ts'
import { explainOAuthError } from './explainError.ts'
import { GoogleRefused } from './refused.ts'
import { purposes, type GooglePurpose } from './scopes.ts'
import { createTransport } from './transport.ts'

const REVOKE_URL = 'https://oauth2.googleapis.com/revoke'

export interface CodeExchange {
  code: string
  /** Secret of the S256 challenge that the consent page got. */
  codeVerifier: string
  redirectUri: string
}

export interface Grant {
  refreshToken: string
  /** Scopes that the person granted; they can be fewer than requested. */
  scopes: string[]
}

async function createClient(
  { clientId, clientSecret }: OAuthClient,
  rootUrl: string | undefined,
): Promise<OAuth2Client> {
  const { OAuth2Client: Client } = await import('google-auth-library')
  return new Client({ clientId, clientSecret, transporterOptions: createTransport(rootUrl) })
}

const exchangeErrors: Readonly<Record<string, string>> = {
  invalid_grant: 'Google does not accept the code: it was used before, or is older than some minutes.',
  invalid_client:
    'Google does not know this OAuth client, or its secret has changed. Download its file again, or create a new one, and name it with --client.',
  deleted_client: 'This OAuth client was deleted. Create a new one, and name its file with --client.',
  unauthorized_client: 'Google does not allow this OAuth client a sign-in. Check that it is of the type "Desktop app".',
  admin_policy_enforced:
    'The organisation forbids this access by a policy. Its administrator can allow the scopes that Kitroom asks for.',
}

const explainExchange = (code: string): string =>
  `${exchangeErrors[code] ?? `Google refuses the sign-in${code === '' ? '' : ` (${code})`}.`} Nothing was stored. Then run kitroom google login again.`

/**
 * Exchanges the code of a consent page for a refresh token (RFC 6749 section 4.1.3).
 * @throws GoogleRefused, also if the person left a scope unticked; GoogleUnavailable
 */
export async function exchangeCode(
  client: OAuthClient,
  purpose: GooglePurpose,
  exchange: CodeExchange,
  rootUrl: string | undefined,
): Promise<Grant> {
  const { code, codeVerifier, redirectUri } = exchange
  const auth = await createClient(client, rootUrl)
  const { tokens } = await auth.getToken({ code, codeVerifier, redirect_uri: redirectUri }).catch((error: unknown) => {
    throw explainOAuthError(error, explainExchange)
  })
  const scopes = (tokens.scope ?? '').split(' ').filter((scope) => scope !== '')
  const missing = purposes[purpose].person.filter((scope) => !scopes.includes(scope))
  if (missing.length > 0)
    throw new GoogleRefused(
      `Google did not grant ${missing.join(', ')}: its box was left unticked. Nothing was stored. Run kitroom google login again, and tick every box.`,
    )
  if (typeof tokens.refresh_token !== 'string')
    throw new GoogleRefused('Google sent no refresh token. Nothing was stored. Run kitroom google login again.')
  return { refreshToken: tokens.refresh_token, scopes }
}

const explainRevocation = (code: string): string =>
  `Google does not revoke the sign-in${code === '' ? '' : ` (${code})`}. Nothing was changed. Remove the access at https://myaccount.google.com/connections, then run kitroom google logout --forget.`

/**
 * Revokes a refresh token, and with it all rights of the client for that person (RFC 7009).
 * @returns false if it was already invalid at Google
 * @throws GoogleRefused, GoogleUnavailable
 */
export async function revokeToken(
  client: OAuthClient,
  refreshToken: string,
  rootUrl: string | undefined,
): Promise<boolean> {
  const auth = await createClient(client, rootUrl)
  try {
    // The library's method would put the token into the URL.
    await auth.transporter.request({
      url: REVOKE_URL,
      method: 'POST',
      data: new URLSearchParams({ token: refreshToken }),
      retry: false,
    })
    return true
  } catch (error) {
    const { tokenError } = readAnswer(error)
    if (tokenError === 'invalid_token' || tokenError === 'invalid_grant') return false
    throw explainOAuthError(error, explainRevocation)
  }
}
