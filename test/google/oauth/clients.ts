import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { recordSecret } from '../issuedSecrets.ts'
import { TokenError } from './assertion.ts'

export const DRIVE_FILE_SCOPE = 'https://www.googleapis.com/auth/drive.file'
export const CALENDAR_APP_CREATED_SCOPE = 'https://www.googleapis.com/auth/calendar.app.created'

/** An OAuth client, as its downloaded file names it under `web` or `installed`. */
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
  /** True if the person unticks all scopes but continues. */
  unticksAll?: boolean
  /** Ids of the files that the person picks. */
  picks?: string[]
}

export interface Consent {
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
export interface UserGrant extends Consent {
  refreshToken?: string
}

const invalid = (description: string): TokenError => new TokenError('invalid_grant', description)
const createSecret = (prefix: string): string => recordSecret(prefix + randomBytes(32).toString('base64url'))

function checkVerifier(challenge: string | null, verifier: string | null): void {
  if (challenge === null) {
    if (verifier !== null) throw invalid('code_verifier or verifier is not needed.')
    return
  }
  if (verifier === null) throw invalid('Missing code verifier.')
  const digest = createHash('sha256').update(verifier).digest('base64url')
  if (digest !== challenge) throw invalid('Invalid code verifier.')
}

/** The picker needs a consent page of its own, for one scope. */
function isPickerValid(query: URLSearchParams): boolean {
  if (query.get('trigger_onepick') !== 'true') return true
  return query.get('scope') === DRIVE_FILE_SCOPE && query.get('prompt') === 'consent'
}

/** A desktop program may listen on any port of its machine (RFC 8252, section 7.3). */
const isLoopback = (redirectUri: string): boolean =>
  /^http:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?(?:\/|$)/.test(redirectUri)

/** OAuth clients, consents of people, and their refresh tokens (RFC 6749 section 4.1, RFC 7636). */
export class OAuthClients {
  /** Without a person, every consent page is declined. */
  person: Person | undefined
  readonly #clients = new Map<string, OAuthClient>()
  readonly #codes = new Map<string, Code>()
  readonly #refreshTokens = new Map<string, Consent>()
  readonly #desktopClients = new Set<string>()
  /** Files that people picked, by client and account. */
  readonly #picks = new Map<string, Set<string>>()

  addDesktop(project: string): { installed: OAuthClient } {
    const installed = this.add(['http://localhost'], project)
    this.#desktopClients.add(installed.client_id)
    return { installed }
  }

  remove(clientId: string): void {
    this.#clients.delete(clientId)
  }

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

  /**
   * Answers the consent page as the person does.
   * @returns the address to which Google redirects; undefined for a page that shows an error
   */
  answerConsent(query: URLSearchParams): URL | undefined {
    const client = this.#clients.get(query.get('client_id') ?? '')
    const redirectUri = query.get('redirect_uri') ?? ''
    const method = query.get('code_challenge_method')
    const isValid =
      query.get('response_type') === 'code' && (method === null || method === 'S256') && isPickerValid(query)
    if (!client || !isValid || !this.#acceptsRedirect(client, redirectUri)) return undefined
    const target = new URL(redirectUri)
    const state = query.get('state')
    if (state !== null) target.searchParams.set('state', state)
    const wanted = (query.get('scope') ?? '').split(' ').filter((scope) => scope !== '')
    const { person } = this
    const scopes = person?.unticksAll ? [] : wanted.filter((scope) => person?.grants?.includes(scope) ?? true)
    if (!person || (scopes.length === 0 && !person.unticksAll)) {
      target.searchParams.set('error', 'access_denied')
      return target
    }
    const code = createSecret('4/0A')
    const challenge = query.get('code_challenge')
    const isOffline =
      query.get('access_type') === 'offline' &&
      (query.get('prompt') === 'consent' || !this.#hasConsent(client.client_id, person.email))
    this.#codes.set(code, {
      client: client.client_id,
      account: person.email,
      scopes,
      redirectUri,
      challenge,
      isOffline,
    })
    target.searchParams.set('code', code)
    target.searchParams.set('scope', scopes.join(' '))
    if (query.get('trigger_onepick') === 'true' && person.picks) {
      const picked = this.#pickedOf(client.client_id, person.email)
      for (const id of person.picks) picked.add(id)
      target.searchParams.set('picked_file_ids', person.picks.join(','))
    }
    return target
  }

  #acceptsRedirect({ client_id, redirect_uris }: OAuthClient, redirectUri: string): boolean {
    return redirect_uris.includes(redirectUri) || (this.#desktopClients.has(client_id) && isLoopback(redirectUri))
  }

  #pickedOf(client: string, account: string): Set<string> {
    const key = `${client} ${account}`
    const picked = this.#picks.get(key) ?? new Set()
    this.#picks.set(key, picked)
    return picked
  }

  /** Files that a person has picked for a client. */
  findPickedFiles({ client, account }: Consent): ReadonlySet<string> {
    return this.#pickedOf(client, account)
  }

  /** Ends all that a client may do for a person. @returns undefined for an unknown refresh token */
  revoke(refreshToken: string): Consent | undefined {
    const revoked = this.#refreshTokens.get(refreshToken)
    if (!revoked) return undefined
    for (const [token, { client, account }] of this.#refreshTokens)
      if (client === revoked.client && account === revoked.account) this.#refreshTokens.delete(token)
    this.#pickedOf(revoked.client, revoked.account).clear()
    return revoked
  }

  #hasConsent(client: string, account: string): boolean {
    return [...this.#refreshTokens.values()].some((consent) => consent.client === client && consent.account === account)
  }

  /** Ends the refresh tokens of a person, or of all, as when access is removed in the account. */
  revokeConsent(account?: string): void {
    for (const [token, consent] of this.#refreshTokens)
      if (account === undefined || consent.account === account) this.#refreshTokens.delete(token)
  }

  /** @throws TokenError */
  #authenticate(form: URLSearchParams): string {
    const client = this.#clients.get(form.get('client_id') ?? '')
    if (!client) throw new TokenError('invalid_client', 'The OAuth client was not found.', 401)
    const [secret, sent] = [client.client_secret, form.get('client_secret') ?? ''].map((text) =>
      createHash('sha256').update(text).digest(),
    )
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
    if (!isOffline) return { client, account, scopes }
    const refreshToken = createSecret('1//0')
    this.#refreshTokens.set(refreshToken, { client, account, scopes })
    return { client, account, scopes, refreshToken }
  }

  /** @throws TokenError */
  refresh(form: URLSearchParams): UserGrant {
    const client = this.#authenticate(form)
    const consent = this.#refreshTokens.get(form.get('refresh_token') ?? '')
    if (!consent) throw invalid('Token has been expired or revoked.')
    if (consent.client !== client) throw new TokenError('unauthorized_client', 'Unauthorized', 401)
    return consent
  }
}
