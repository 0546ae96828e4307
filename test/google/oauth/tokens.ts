import { randomBytes } from 'node:crypto'
import { checkAssertion, TokenError } from './assertion.ts'
import { recordSecret } from '../issuedSecrets.ts'
import { OAuthClients, type UserGrant } from './clients.ts'
import type { ServiceAccount } from './serviceAccounts.ts'

export interface Grant {
  account: string
  scopes: string[]
  /** Id of the OAuth client; undefined for a service account. */
  client?: string
}

/** Google issues tokens for an hour, and says one second less. */
const LIFETIME_S = 3599

/** Issues access tokens. */
export class Tokens {
  readonly accounts = new Map<string, ServiceAccount>()
  readonly clients = new OAuthClients()
  readonly #grants = new Map<string, Grant & { expiresAtMs: number }>()
  readonly #nowMs: () => number

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /** @returns undefined for a token that is unknown or has expired */
  find(token: string | undefined): Grant | undefined {
    const grant = token === undefined ? undefined : this.#grants.get(token)
    return grant && grant.expiresAtMs > this.#nowMs() ? grant : undefined
  }

  /** Ends all tokens, as when their account's key is deleted. */
  revokeAll(): void {
    this.#grants.clear()
  }

  /** Answers a request of the token endpoint. @throws TokenError */
  exchange(form: URLSearchParams): { account: string; body: object } {
    for (const name of ['assertion', 'code_verifier']) if (form.has(name)) recordSecret(form.get(name) ?? '')
    const type = form.get('grant_type') ?? ''
    if (type === 'urn:ietf:params:oauth:grant-type:jwt-bearer') {
      const grant = checkAssertion(form.get('assertion'), this.accounts, this.#nowMs())
      return { account: grant.account, body: this.#issue(grant) }
    }
    if (type === 'authorization_code') return this.#answerUser(this.clients.exchangeCode(form))
    if (type === 'refresh_token') return this.#answerUser(this.clients.refresh(form))
    throw new TokenError('unsupported_grant_type', `Invalid grant_type: ${type}`)
  }

  /** Answers the endpoint that revokes tokens (RFC 7009). @returns account of the token. @throws TokenError */
  revoke(form: URLSearchParams): string {
    const revoked = this.clients.revoke(form.get('token') ?? '')
    if (!revoked) throw new TokenError('invalid_token', 'Token expired or revoked')
    for (const [token, { client, account }] of this.#grants)
      if (client === revoked.client && account === revoked.account) this.#grants.delete(token)
    return revoked.account
  }

  #answerUser({ client, account, scopes, refreshToken }: UserGrant): { account: string; body: object } {
    const scope = scopes.join(' ')
    return {
      account,
      body: {
        ...this.#issue({ client, account, scopes }),
        scope,
        ...(refreshToken !== undefined && { refresh_token: refreshToken }),
      },
    }
  }

  #issue(grant: Grant): object {
    const token = recordSecret(`ya29.c.${randomBytes(96).toString('base64url')}`)
    this.#grants.set(token, { ...grant, expiresAtMs: this.#nowMs() + LIFETIME_S * 1000 })
    return { access_token: token, expires_in: LIFETIME_S, token_type: 'Bearer' }
  }
}
