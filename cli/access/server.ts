import { z } from 'zod'
import { createClient, type Client } from '../../client/client.ts'
import { ConnectionError } from '../../client/errors.ts'
import { withoutSlashesAtEnd } from '../../platform/withoutSlashesAtEnd.ts'
import { CliError } from '../base/errors.ts'
import { readAccessFile } from './dataFolder.ts'

type Environment = Record<string, string | undefined>

/** `cli.json` of the data folder, which `npm start` writes. */
const CliAccess = z.object({ url: z.string(), api_key: z.string() })
export type CliAccess = z.output<typeof CliAccess>

export const readCliAccess = (env: Environment): CliAccess | undefined => readAccessFile(env, 'cli.json', CliAccess)

/** Removes a plane's path from a URL. */
export const removePlanePath = (url: string): string => withoutSlashesAtEnd(url).replace(/\/(?:api|settings)\/v1$/, '')

/** @throws CliError that says what to do if the API does not answer; else the error itself */
export function explainOutage(error: unknown): never {
  if (error instanceof ConnectionError)
    throw new CliError(`The API does not answer. Start it with: npm start\n${error.message}`, { cause: error })
  throw error
}

/** Runs work with a client of one plane and explains connection errors. */
export async function withServer<T>(
  url: string,
  base: string,
  token: string,
  work: (client: Client) => Promise<T>,
  timeoutMs?: number,
): Promise<T> {
  const client = createClient({
    url: removePlanePath(url) + base,
    token,
    userAgent: 'kitroom-cli',
    ...(timeoutMs !== undefined && { timeoutMs }),
  })
  try {
    return await work(client)
  } catch (error) {
    return explainOutage(error)
  } finally {
    await client.close()
  }
}
