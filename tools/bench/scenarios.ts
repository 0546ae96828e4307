import type { Aim } from './goals.ts'
import type { Load } from './load.ts'

export interface Scenario {
  name: string
  load: Load
  /** Minimum values; the report names those that are missed. */
  targets: { ratioOfBare?: Aim; perSecond?: number }
}

/** Where the time goes, by profiles of the server under this load. */
const REASONS = {
  cached: 'the time is spread over key, limits, versions, headers and audit of each request',
  one: 'the time is spread over key, limits, versions, headers and audit of each request',
  shared:
    'a read waits for a query of keys and versions that others share, and PostgreSQL uses the cores of server and load',
  list: 'two fifths are SQLite reading and joining fifty rows, a tenth is 30 kB going to the socket; the rest is spread',
  write:
    'a third is the commit of SQLite (log, checksums, checkpoints), an eighth its inserts with 19 index entries; the rest is spread',
}

const WRITES: Aim = { target: 0.12, goal: 0.16, reason: REASONS.write }

const jsonHeaders = { 'Content-Type': 'application/json' }

/** @param items number of items in the database @param ids ids of some of them */
export function createScenarios(key: string, items: number, ids: readonly string[], isPostgres: boolean): Scenario[] {
  const headers = { Authorization: `Bearer ${key}`, Accept: 'application/json' }
  const commonLoad = { headers, ids, offsets: items - 50 }
  const newItem =
    '{"gear_type":"lens","brand":"Canon","model":"RF 24-70mm F2.8 L IS USM","serial_number":"S{n}","asset_tag":"B-{n}","purchase_price":1999.5,"purchase_date":"2024-05-01","storage_location":"Shelf 4"}'
  return [
    {
      name: 'list of 50, cached',
      load: { ...commonLoad, method: 'GET', path: '/api/v1/gear?limit=50' },
      targets: {
        ratioOfBare: isPostgres
          ? { target: 0.4, reason: REASONS.shared }
          : { target: 0.5, goal: 0.6, reason: REASONS.cached },
      },
    },
    {
      name: 'list of 50, a new offset each time',
      load: { ...commonLoad, method: 'GET', path: '/api/v1/gear?limit=50&offset={o}' },
      targets: isPostgres ? {} : { ratioOfBare: { target: 0.15, reason: REASONS.list }, perSecond: 3000 },
    },
    {
      name: 'get one',
      load: { ...commonLoad, method: 'GET', path: '/api/v1/gear/{id}' },
      targets: {
        ratioOfBare: isPostgres
          ? { target: 0.3, reason: REASONS.shared }
          : { target: 0.4, goal: 0.5, reason: REASONS.one },
      },
    },
    {
      name: 'create, on disk',
      load: {
        ...commonLoad,
        method: 'POST',
        path: '/api/v1/gear',
        headers: { ...headers, ...jsonHeaders },
        body: newItem,
      },
      targets: isPostgres ? {} : { ratioOfBare: WRITES, perSecond: 4000 },
    },
    {
      name: 'PATCH, on disk',
      load: {
        ...commonLoad,
        method: 'PATCH',
        path: '/api/v1/gear/{id}',
        headers: { ...headers, ...jsonHeaders },
        body: '{"updates":{"notes":"Checked {n} times"}}',
      },
      targets: isPostgres ? {} : { ratioOfBare: WRITES },
    },
  ]
}
