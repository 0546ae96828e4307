/**
 * Matches API keys, owner keys, tokens of the console and webhook secrets. The prefix stays visible, so that readers
 * see the kind of secret.
 */
const SECRET = /((?:sk|ok|ct)_studio_|whsec_)[0-9A-Za-z+/=_.-]+/g
const CREDENTIALS = /\b(bearer|basic)[ +]+(?:[0-9A-Za-z+/=_.~-]{16,}|[\w]+…)/gi
const CREDENTIAL_NAME =
  /^(?:(?:api|access|secret)[_-]?key|(?:access|auth|id)?[_-]?token|key|secret|password|authorization)$/i
/** Cheap pre-check: it matches every text that needs masking. */
const MAY_CONTAIN_SECRET = /%|_studio_|whsec_|bearer|basic|key|token|secret|password|authorization/i

export const maskSecrets = (text: string): string =>
  MAY_CONTAIN_SECRET.test(text) ? text.replaceAll(SECRET, '$1…').replaceAll(CREDENTIALS, '$1 …') : text

/** Decodes percent escapes byte by byte: secrets are ASCII, and an invalid escape must not hide one. */
const decodeEscapes = (text: string): string =>
  text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

function maskParameter(part: string): string {
  let decoded = part
  for (let times = 0; times < 3; times++) decoded = decodeEscapes(decoded)
  const masked = maskSecrets(decoded)
  if (masked !== decoded) return masked
  const equalsIndex = part.indexOf('=')
  const isCredential = equalsIndex !== -1 && CREDENTIAL_NAME.test(decodeEscapes(part.slice(0, equalsIndex)))
  return isCredential ? `${part.slice(0, equalsIndex)}=…` : part
}

/** Masks a query string (without `?`). Escapes cannot hide a secret. */
export const maskQuery = (query: string): string =>
  MAY_CONTAIN_SECRET.test(query) ? query.split('&').map(maskParameter).join('&') : query
