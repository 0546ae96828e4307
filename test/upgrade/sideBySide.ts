import { join } from 'node:path'
import { createAccount, runOperatorCommand } from '../support/account.ts'
import { createApi, type Api, type Item } from '../support/api.ts'
import { runSql } from '../support/database.ts'
import { makeLaterVersion, type LaterTree } from '../support/laterVersion.ts'
import { startServer, createDataFolder, type ChildServer, type DataFolder } from '../support/server.ts'
import { newDatabaseUrl } from '../support/testDatabase.ts'

export type DatabaseKind = 'sqlite' | 'postgres'

/** A data folder on the given database; the database of the test's project does not matter. */
export const folderOn = (kind: DatabaseKind): DataFolder =>
  createDataFolder(kind === 'postgres' ? newDatabaseUrl() : undefined)

export const lens = (model: string, fields: object = {}): object => ({
  gear_type: 'lens',
  brand: 'Sigma',
  model,
  mount: 'Sony E',
  ...fields,
})

/** Whether a record has the new field, with `null`. */
export const hasNoHood = (record: Record<string, unknown> | undefined): boolean => record?.['hood_model'] === null

interface LaterReply {
  status: number
  etag: string
  text: string
  item: Item
  items: Item[]
}

/** A server of this version, and one of a later version that adds a field to lenses, on one database. */
export interface SideBySide extends AsyncDisposable {
  tree: LaterTree
  folder: DataFolder
  old: ChildServer
  /** The server of the later version, after `startLater`. */
  later: ChildServer | undefined
  api: Api
  startLater: () => Promise<ChildServer>
  /** Sends a request to the later server, without checks, because this version's contract lacks the field. */
  ask: (
    method: string,
    path: string,
    options?: { body?: object; headers?: Record<string, string> },
  ) => Promise<LaterReply>
  /** Sends a request to the old server, without checks, because rows of the later one have the field. */
  askOld: SideBySide['ask']
  /** Sends a request to another server of the same database. */
  askAt: (url: string, ...request: Parameters<SideBySide['ask']>) => Promise<LaterReply>
  make: (fields: object) => Promise<Item>
  sql: <Row = Record<string, unknown>>(text: string, ...parameters: string[]) => Promise<Row[]>
  /** The migration progress of the only account. */
  progress: () => Promise<{ schema: number; cursor: string; behind: number }>
  /** Makes a backup with this version. @returns its folder */
  backup: () => Promise<string>
}

async function request(
  url: string,
  key: string,
  method: string,
  path: string,
  { body, headers }: { body?: object; headers?: Record<string, string> },
) {
  const all = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }), ...headers }
  const reply = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: all,
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  const { data } = (text === '' ? {} : JSON.parse(text)) as { data: unknown }
  return {
    status: reply.status,
    etag: reply.headers.get('etag') ?? '',
    text,
    item: data as Item,
    items: data as Item[],
  }
}

export async function startSideBySide(kind: DatabaseKind): Promise<SideBySide> {
  const tree = makeLaterVersion()
  const folder = folderOn(kind)
  const { api_key: key } = await createAccount(folder.dataDir, 'Alice')
  const oldServer = await startServer(folder.dataDir)
  const api = createApi(oldServer.url, key)
  const sql: SideBySide['sql'] = (text, ...parameters) => runSql(folder.databaseFile, text, ...parameters)
  const servers: SideBySide = {
    tree,
    folder,
    old: oldServer,
    api,
    later: undefined,
    startLater: async () => (servers.later = await startServer(folder.dataDir, { root: tree.root })),
    ask: (method, path, options = {}) => request(servers.later?.url ?? '', key, method, path, options),
    askOld: (method, path, options = {}) => request(oldServer.url, key, method, path, options),
    askAt: (url, method, path, options = {}) => request(url, key, method, path, options),
    make: async (fields) => (await api.post('/gear', fields)).item(),
    sql,
    progress: async () => {
      const columns = 'record_schema as schema, record_schema_cursor as cursor, event_seq - record_schema_seq as behind'
      const [row] = await sql<{ schema: number; cursor: string; behind: number }>(
        `select ${columns} from account_state`,
      )
      if (!row) throw new Error('there is no account')
      return row
    },
    backup: async () => {
      const out = join(folder.dataDir, 'backup')
      await runOperatorCommand(folder.dataDir, 'backup', '--out', out, '--only', 'api')
      return out
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([oldServer.stop(), servers.later?.stop()])
      folder[Symbol.dispose]()
      tree[Symbol.dispose]()
    },
  }
  return servers
}
