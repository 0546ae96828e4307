import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { TokenError } from './assertion.ts'

/** An OAuth client, as its downloaded file names it under `web`. */
export interface OAuthClient {
  client_id: string
  client_secret: string
  project_id: string
  auth_uri: string
  token_uri: string
  redirect_uris: string[]
}

/** The person who answers consent pages. */
export interface Person {
  email: string
  /** Scopes that the person agrees to; default all. */
  grants?: string[]
}

interface Consent {
  client: string
  account: string
  scopes: string[]
}

interface Code extends Consent {
  redirectUri: string
  challenge: string | null
  isOffline: boolean
}

/** What the token endpoint answers besides the access token. */
export interface UserGrant {
  account: string
  scopes: string[]
  refreshToken?: string
}

const invalid = (description: string): TokenError => new TokenError('invalid_grant', description)
const createSecret = (prefix: string): string => prefix + randomBytes(32).toString('base64url')

function checkVerifier(challenge: string | null, verifier: string | null): void {
  if (challenge === null) {
    if (verifier !== null) throw invalid('code_verifier or verifier is not needed.')
    return
  }
  if (verifier === null) throw invalid('Missing code verifier.')
  const digest = createHash('sha256').update(verifier).digest('base64url')
  if (digest !== challenge) throw invalid('Invalid code verifier.')
}

/** OAuth clients, consents of people, and their refresh tokens (RFC 6749 section 4.1, RFC 7636). */
export class OAuthClients {
  /** Without a person, every consent page is declined. */
  person: Person | undefined
  readonly #clients = new Map<string, OAuthClient>()
  readonly #codes = new Map<string, Code>()
  readonly #refreshTokens = new Map<string, Consent>()

  add(redirectUris: string[], project: string): OAuthClient {
    const client = {
      client_id: `${randomBytes(6).toString('hex')}.apps.googleusercontent.com`,
      client_secret: createSecret('GOCSPX-'),
      project_id: project,
      auth_uri: 'https://accounts.google.com/o/oauth2/auth',
      token_uri: 'https://oauth2.googleapis.com/token',
      redirect_uris: redirectUris,
    }
    this.#clients.set(client.client_id, client)
    return client
  }

  /** Answers the consent page as the person does. @returns the address to which Google redirects; undefined for a page that shows an error */
  answerConsent(query: URLSearchParams): URL | undefined {
    const client = this.#clients.get(query.get('client_id') ?? '')
    const redirectUri = query.get('redirect_uri') ?? ''
    const method = query.get('code_challenge_method')
    const isValid = query.get('response_type') === 'code' && (method === null || method === 'S256')
    if (!client?.redirect_uris.includes(redirectUri) || !isValid) return undefined
    const target = new URL(redirectUri)
    const state = query.get('state')
    if (state !== null) target.searchParams.set('state', state)
    const wanted = (query.get('scope') ?? '').split(' ').filter((scope) => scope !== '')
    const { person } = this
    const scopes = wanted.filter((scope) => person?.grants?.includes(scope) ?? true)
    if (!person || scopes.length === 0) {
      target.searchParams.set('error', 'access_denied')
      return target
    }
    const code = createSecret('4/0A')
    const challenge = query.get('code_challenge')
    const isOffline =
      query.get('access_type') === 'offline' && (query.get('prompt') === 'consent' || !this.#hasConsent(client.client_id, person.email))
    this.#codes.set(code, { client: client.client_id, account: person.email, scopes, redirectUri, challenge, isOffline })
    target.searchParams.set('code', code)
    target.searchParams.set('scope', scopes.join(' '))
    return target
  }

  #hasConsent(client: string, account: string): boolean {
    return [...this.#refreshTokens.values()].some((consent) => consent.client === client && consent.account === account)
  }

  /** Ends the refresh tokens of a person, or of all, as when access is removed in the account. */
  revokeConsent(account?: string): void {
    for (const [token, consent] of this.#refreshTokens) if (account === undefined || consent.account === account) this.#refreshTokens.delete(token)
  }

  /** @throws TokenError */
  #authenticate(form: URLSearchParams): string {
    const client = this.#clients.get(form.get('client_id') ?? '')
    if (!client) throw new TokenError('invalid_client', 'The OAuth client was not found.', 401)
    const [secret, sent] = [client.client_secret, form.get('client_secret') ?? ''].map((text) => createHash('sha256').update(text).digest())
    if (!secret || !sent || !timingSafeEqual(secret, sent)) throw new TokenError('invalid_client', 'Unauthorized', 401)
    return client.client_id
  }

  /** Exchanges a code, once. @throws TokenError */
  exchangeCode(form: URLSearchParams): UserGrant {
    const client = this.#authenticate(form)
    const text = form.get('code') ?? ''
    const code = this.#codes.get(text)
    if (code?.client !== client) throw invalid('Malformed auth code.')
    if (code.redirectUri !== form.get('redirect_uri')) throw new TokenError('redirect_uri_mismatch', 'Bad Request')
    this.#codes.delete(text)
    checkVerifier(code.challenge, form.get('code_verifier'))
    const { account, scopes, isOffline } = code
    if (!isOffline) return { account, scopes }
    const refreshToken = createSecret('1//0')
    this.#refreshTokens.set(refreshToken, { client, account, scopes })
    return { account, scopes, refreshToken }
  }

  /** @throws TokenError */
  refresh(form: URLSearchParams): UserGrant {
    const client = this.#authenticate(form)
    const consent = this.#refreshTokens.get(form.get('refresh_token') ?? '')
    if (!consent) throw invalid('Token has been expired or revoked.')
    if (consent.client !== client) throw new TokenError('unauthorized_client', 'Unauthorized', 401)
    return { account: consent.account, scopes: consent.scopes }
  }
}
