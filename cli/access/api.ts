import { z } from 'zod'
import { createClient, type Client } from '../../client/client.ts'
import { ConnectionError } from '../../client/errors.ts'
import { API_BASE } from '../../contract/operations.ts'
import { CliError } from '../errors.ts'
import { dataFolder, readAccess } from './dataFolder.ts'

type Environment = Record<string, string | undefined>

const ApiAccess = z.object({ url: z.string(), api_key: z.string() })

function findAccess(env: Environment): z.output<typeof ApiAccess> {
  const { KITROOM_URL: url, KITROOM_API_KEY: key } = env
  if (url && key) return { url, api_key: key }
  const kept = readAccess(env, 'cli.json', ApiAccess)
  if (kept && (url === undefined || url === '')) return key ? { url: kept.url, api_key: key } : kept
  throw new CliError(`No way to the API is known: set KITROOM_URL and KITROOM_API_KEY, or run npm start, which leaves them in ${dataFolder(env)}.`)
}

/** Runs work with the API and closes the connection. KITROOM_URL and KITROOM_API_KEY come before what `npm start` left in the data folder. */
export async function withApi<T>(env: Environment, work: (api: Client) => Promise<T>): Promise<T> {
  const { url, api_key } = findAccess(env)
  const base = url.replace(/\/+$/, '')
  const api = createClient({ url: base.endsWith(API_BASE) ? base : base + API_BASE, token: api_key, userAgent: 'kitroom-cli' })
  try {
    return await work(api)
  } catch (error) {
    if (error instanceof ConnectionError) throw new CliError(`The API does not answer. Start it with: npm start\n${error.message}`, { cause: error })
    throw error
  } finally {
    await api.close()
  }
}
