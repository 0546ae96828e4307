import { verify } from 'node:crypto'
import { TOKEN_URI, type ServiceAccount } from './serviceAccounts.ts'

/** An error answer of the token endpoint (RFC 6749, section 5.2). */
export class TokenError extends Error {
  readonly code: number
  readonly error: string

  constructor(error: string, description: string, code = 400) {
    super(description)
    this.error = error
    this.code = code
  }
}

type Claims = Record<string, unknown>

const decode = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))

const isClaims = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parseAssertion(assertion: string | null): {
  header: Claims
  claims: Claims
  signed: Buffer
  signature: Buffer
} {
  const [header = '', payload = '', signature = '', ...more] = (assertion ?? '').split('.')
  try {
    const [parsedHeader, claims] = [decode(header), decode(payload)]
    if (signature !== '' && more.length === 0 && isClaims(parsedHeader) && isClaims(claims))
      return {
        header: parsedHeader,
        claims,
        signed: Buffer.from(`${header}.${payload}`),
        signature: Buffer.from(signature, 'base64url'),
      }
  } catch {
    // Google gives no reason for an assertion that it cannot parse.
  }
  throw new TokenError('invalid_request', 'Bad Request')
}

const invalid = (description: string): TokenError => new TokenError('invalid_grant', description)

const MAX_LIFETIME_S = 3600
const MAX_SKEW_S = 300

function checkTimes({ iat, exp }: Claims, nowMs: number): void {
  if (iat === undefined) throw invalid('Invalid JWT: iat (issued at) is not set.')
  if (exp === undefined) throw invalid('Invalid JWT: exp (expiration time) is not set.')
  const nowS = nowMs / 1000
  const [issuedS, expiresS] = [Number(iat), Number(exp)]
  const isShort = expiresS > issuedS && expiresS - issuedS <= MAX_LIFETIME_S
  if (isShort && issuedS <= nowS + MAX_SKEW_S && expiresS > nowS) return
  throw invalid(
    'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.',
  )
}

function parseScopes(scope: unknown): string[] {
  const scopes = typeof scope === 'string' ? scope.split(' ').filter((item) => item !== '') : []
  if (scopes.length > 0 && scopes.every((item) => /^https:\/\/www\.googleapis\.com\/auth\/[\w.]+$/.test(item)))
    return scopes
  throw new TokenError('invalid_scope', 'Invalid OAuth scope or ID token audience provided.')
}

/** Checks an assertion in Google's order (RFC 7523, section 3). @throws TokenError */
export function checkAssertion(
  assertion: string | null,
  accounts: ReadonlyMap<string, ServiceAccount>,
  nowMs: number,
): { account: string; scopes: string[] } {
  const { header, claims, signed, signature } = parseAssertion(assertion)
  const email = String(claims['iss'])
  const account = accounts.get(email)
  if (!account) throw invalid('Invalid grant: account not found')
  if (header['alg'] !== 'RS256' || !verify('RSA-SHA256', signed, account.publicKey, signature))
    throw invalid('Invalid JWT Signature.')
  checkTimes(claims, nowMs)
  const scopes = parseScopes(claims['scope'])
  if (claims['aud'] !== TOKEN_URI) throw invalid('Invalid JWT: Failed audience check.')
  if (claims['sub'] !== undefined && claims['sub'] !== email)
    throw new TokenError(
      'unauthorized_client',
      'Client is unauthorized to retrieve access tokens using this method, or client not authorized for any of the scopes requested.',
      401,
    )
  return { account: email, scopes }
}
