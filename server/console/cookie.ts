// Name of the session's cookie (RFC 6265bis). Over https it has the prefix __Host-, so that neither another host nor
// plain http can set it.
const SECURE_NAME = '__Host-kitroom'
const PLAIN_NAME = 'kitroom_session'

const nameOf = (secure: boolean): string => (secure ? SECURE_NAME : PLAIN_NAME)

const attributesOf = (secure: boolean): string => `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`

export const formatCookie = (token: string, secure: boolean, maxAgeSeconds: number): string =>
  `${nameOf(secure)}=${token}; Max-Age=${maxAgeSeconds}; ${attributesOf(secure)}`

export const formatExpiredCookie = (secure: boolean): string => formatCookie('', secure, 0)

/** Reads the token of a Cookie header. Two cookies with the name are ambiguous, so they count as none. */
export function readCookie(header: string | undefined, secure: boolean): string | undefined {
  const prefix = `${nameOf(secure)}=`
  const values = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(prefix))
  return values.length === 1 ? values[0]?.slice(prefix.length) : undefined
}
