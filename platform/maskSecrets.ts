/** Keys of the API and of the settings, and secrets of webhooks. Their beginnings stay, so that a reader sees what stood there. */
const SECRET = /((?:sk|ok)_studio_|whsec_)[0-9A-Za-z+/=_.-]+/g
/** Credentials of HTTP (RFC 9110 section 11.4), whoever issued them. */
const CREDENTIALS = /\b(bearer|basic)[ +]+(?:[0-9A-Za-z+/=_.~-]{16,}|[\w]+…)/gi
/** Query parameters that hold a credential, whatever it looks like. */
const CREDENTIAL_NAME = /^(?:(?:api|access|secret)[_-]?key|(?:access|auth|id)?[_-]?token|key|secret|password|authorization)$/i
/** Every text with something to mask holds one of these. The check is cheap: each request pays for it. */
const SUSPICIOUS = /%|_studio_|whsec_|bearer|basic|key|token|secret|password|authorization/i

/** A text with `…` in place of keys, secrets and credentials. */
export const maskSecrets = (text: string): string => (SUSPICIOUS.test(text) ? text.replaceAll(SECRET, '$1…').replaceAll(CREDENTIALS, '$1 …') : text)

/** Decodes percent escapes byte by byte: secrets are ASCII, and escapes that are not valid must not hide one. */
const decodeEscapes = (text: string): string => text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

function maskParameter(part: string): string {
  // Whoever reads the text may decode it more than once.
  let plain = part
  for (let times = 0; times < 3; times++) plain = decodeEscapes(plain)
  const masked = maskSecrets(plain)
  if (masked !== plain) return masked
  const equals = part.indexOf('=')
  const isCredential = equals !== -1 && CREDENTIAL_NAME.test(decodeEscapes(part.slice(0, equals)))
  return isCredential ? `${part.slice(0, equals)}=…` : part
}

/** A query as it was sent, without its question mark, with `…` in place of keys, secrets and credentials, however they are escaped. */
export const maskQuery = (query: string): string => (SUSPICIOUS.test(query) ? query.split('&').map(maskParameter).join('&') : query)
