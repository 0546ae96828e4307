import { CONSOLE_BASE, createCode } from '../contract/console.ts'
import { createClient } from './client.ts'

export interface ConsoleLinkOptions {
  /** URL of the server, without a path. */
  url: string
  apiKey: string
  /** Owner key for the settings and the worker. */
  ownerKey?: string | undefined
  userAgent: string
}

export interface ConsoleLink {
  /** An address that signs in once. Its code is in the fragment, which no browser sends to a server. */
  link: string
  /** ISO 8601. */
  expiresAt: string
}

/** Creates a link on the server that signs in to the console. @throws ApiError, ConnectionError */
export async function createConsoleLink({
  url,
  apiKey,
  ownerKey,
  userAgent,
}: ConsoleLinkOptions): Promise<ConsoleLink> {
  const client = createClient({ url: url + CONSOLE_BASE, token: apiKey, userAgent })
  try {
    const { body } = await client.call(createCode, { body: { owner_key: ownerKey } })
    const { code, expires_at: expiresAt } = body.data
    return { link: `${url}/#code=${code}`, expiresAt }
  } finally {
    await client.close()
  }
}
