import { ApiError, ConnectionError } from '../../client/errors.ts'
import type { Client } from '../../client/client.ts'
import { EPOCH_HEADER } from '../../contract/epoch.ts'
import { getDocument, listDocuments } from '../../contract/api/documents.ts'
import { createGear, getGear, listGear, type NewGear } from '../../contract/api/gear.ts'
import { createMaintenance, listMaintenance, type NewMaintenance } from '../../contract/api/maintenance.ts'
import { getProfile } from '../../contract/api/profile.ts'
import type { workerScopes } from '../../contract/scopes.ts'
import { listShoots } from '../../contract/api/shoots.ts'
import { readAccount, type Account } from '../../activities/shared/api.ts'
import { isTransient } from '../../activities/shared/failures.ts'
import { ConfigError } from '../../platform/environment.ts'
import { NotReady } from '../context/waitUntilReady.ts'

// The worker requires features of the API beyond the published specification. `requiredFeatures` and `probes` list
// them.

const SAME_VERSION_ADVICE = 'Use an API server of the same version as the worker.'

interface Feature {
  /** Completes the sentence "The worker needs …". */
  description: string
  isPresent: (client: Client) => Promise<boolean>
}

const errorCodeOf = async (call: Promise<unknown>): Promise<string | undefined> => {
  try {
    await call
    return undefined
  } catch (error) {
    if (error instanceof ApiError && !isTransient(error)) return error.code
    throw error
  }
}

// Invalid bodies, so that the probes write nothing.
const INVALID_GEAR = {} as NewGear
const INVALID_MAINTENANCE = {} as NewMaintenance
const MALFORMED_KEY = 'not a key'
const UNKNOWN_ITEM_ID = '00000000-0000-0000-0000-000000000000'

async function sendsEtag(client: Client): Promise<boolean> {
  const [item] = (await client.call(listGear, { query: { limit: 1 } })).body.data
  if (!item) return true
  try {
    const { headers, body } = await client.call(getGear, { params: { id: item.id } })
    return headers['etag'] === `"${body.data.updated_at}"`
  } catch (error) {
    // The item was deleted in between.
    if (error instanceof ApiError && error.status === 404) return true
    throw error
  }
}

/**
 * Detects a missing path: a listed document must be readable. The worker would otherwise mistake a 404 for a deletion.
 */
async function canReadDocuments(client: Client): Promise<boolean> {
  const findFirstId = async (): Promise<string | undefined> =>
    (await client.call(listDocuments, { query: { limit: 1 } })).body.data[0]?.id
  const id = await findFirstId()
  if (id === undefined) return true
  return (await errorCodeOf(client.call(getDocument, { params: { id } }))) === undefined || (await findFirstId()) !== id
}

/** One request per scope. None writes. */
const probes: Readonly<Record<(typeof workerScopes)[number], (client: Client) => Promise<unknown>>> = {
  'profile:read': (client) => client.call(getProfile),
  'gear:read': (client) => client.call(listGear, { query: { limit: 1 } }),
  'gear:write': (client) => client.call(createGear, { body: INVALID_GEAR }),
  'shoots:read': (client) => client.call(listShoots, { query: { limit: 1 } }),
  'maintenance:write': (client) => client.call(createMaintenance, { body: INVALID_MAINTENANCE }),
  'maintenance:read': (client) => client.call(listMaintenance, { query: { limit: 1 } }),
  'documents:read': (client) => client.call(listDocuments, { query: { limit: 1 } }),
}

async function requireScopes(client: Client): Promise<void> {
  const missing: string[] = []
  for (const [scope, probe] of Object.entries(probes))
    if ((await errorCodeOf(probe(client))) === 'insufficient_scope') missing.push(scope)
  if (missing.length > 0)
    throw new ConfigError(
      `The worker's API key lacks the scopes ${missing.join(', ')}. Make the worker a new key: node server/operator/workerKey.ts, where the API server runs. npm start does so by itself.`,
    )
}

const requiredFeatures: readonly Feature[] = [
  {
    description: 'the filter asset_tag on GET /gear',
    isPresent: async (client) =>
      (await errorCodeOf(client.call(listGear, { query: { limit: 1, asset_tag: 'worker start' } }))) === undefined,
  },
  {
    description: 'Idempotency-Key on POST /gear',
    isPresent: async (client) =>
      (await errorCodeOf(client.call(createGear, { body: INVALID_GEAR }, { idempotencyKey: MALFORMED_KEY }))) ===
      'invalid_header',
  },
  { description: 'an ETag of updated_at on GET /gear/{id}', isPresent: sendsEtag },
  {
    description: 'the filter item_id on GET /maintenance',
    isPresent: async (client) =>
      (await errorCodeOf(client.call(listMaintenance, { query: { limit: 1, item_id: UNKNOWN_ITEM_ID } }))) ===
      undefined,
  },
  {
    description: 'the filters gear_id, type and expiresTo on GET /documents',
    isPresent: async (client) => {
      const query = { limit: 1, gear_id: UNKNOWN_ITEM_ID, type: 'warranty', expiresTo: '2000-01-01' } as const
      return (await errorCodeOf(client.call(listDocuments, { query }))) === undefined
    },
  },
  { description: 'GET /documents/{id}', isPresent: canReadDocuments },
]

function toStartError(error: unknown): Error {
  if (error instanceof ConnectionError) return new NotReady('cannot be reached.')
  if (!(error instanceof ApiError))
    return error instanceof Error ? error : new Error('the check of the API failed', { cause: error })
  if (error.status === 401)
    return new ConfigError('The API server does not know this API key. Make a new one for the worker.', {
      cause: error,
    })
  const isNotFound = error.status === 404
  if (!isNotFound && (isTransient(error) || error.status >= 500))
    return new NotReady(`answers ${error.status} (${error.code}).`)
  return new ConfigError(`This is no API that the worker can use: GET /profile answers ${error.status}.`, {
    cause: error,
  })
}

async function requireAll(client: Client, features: readonly Feature[]): Promise<void> {
  const missing: string[] = []
  for (const feature of features) if (!(await feature.isPresent(client))) missing.push(feature.description)
  if (missing.length > 0) throw new ConfigError(`The worker needs ${missing.join(' and ')}. ${SAME_VERSION_ADVICE}`)
}

/**
 * Reads the account and checks the API's features.
 * @throws NotReady while the API cannot answer; ConfigError that lists what is missing
 */
export async function checkApi(client: Client): Promise<Account> {
  try {
    await requireScopes(client)
    const account = await readAccount(client)
    await requireAll(client, requiredFeatures)
    if (account.epoch === '')
      throw new ConfigError(`The worker needs the header ${EPOCH_HEADER} on GET /profile. ${SAME_VERSION_ADVICE}`)
    return account
  } catch (error) {
    throw toStartError(error)
  }
}
