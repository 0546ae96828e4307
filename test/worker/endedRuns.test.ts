import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/sql/types.ts'
import {
  countCoverageEndsBefore,
  findFirstCoverageEndAfter,
  listCoverageEnds,
  listOpenCoverageEnds,
} from '../../state/coverage/coverage.ts'
import { cleanUpState } from '../../state/database/housekeeping.ts'
import { findLastSyncEnd, isSyncApplying } from '../../state/sync/isSyncApplying.ts'
import { openState } from '../../state/database/open.ts'
import { findLastEnd, findScheduledRun, listOpenRuns } from '../../state/sync/runs.ts'
import { trimRuns } from '../../state/sync/trimRuns.ts'
import { createDefaultSource } from '../../sheets/sources/settings.ts'
import { readSourceStates } from '../../worker/problems/facts/sources.ts'
import { toCompilable } from '../support/database.ts'
import { createDataFolder } from '../support/server.ts'
import { newStateUrl, stateOnPostgres } from '../support/stateUrl.ts'

// What the worker asks its database every few seconds, after 10,000 runs and 10,000 ends of warranties.

const ENDED = 10_000
const schema = stateOnPostgres ? 'kitroom_worker.' : ''
const today = Temporal.Now.plainDateISO('UTC').toString()
const folder = createDataFolder()
let state: Database

const runSql = (text: string): Promise<unknown> => state.write((tx) => tx.query(toCompilable(text)))

beforeAll(async () => {
  state = await openState(await newStateUrl(folder.dataDir), systemClock)
  const numbers = `with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < ${ENDED})`
  const day = stateOnPostgres
    ? "to_char(date '2000-01-01' + i, 'YYYY-MM-DD')"
    : "date('2000-01-01', '+' || i || ' days')"
  await runSql(`insert into ${schema}run (run_id, source, decide, settings, file, status, actions, started_at, planned_at, finished_at, trimmed)
    ${numbers} select 'run-' || (100000 + i), 'source-' || (i % 4), 'policy', '{}', 'a.csv', case when i % 9 = 0 then 'completed' else 'rejected' end, 1,
      '2026', '2026', '${today}T' || (100000 + i), case when i > ${ENDED - 4} then 0 else 1 end from numbers`)
  await runSql(
    `insert into ${schema}coverage (document_id, expires_on, settled_end) ${numbers} select 'document-' || i, ${day}, ${day} from numbers`,
  )
  for (const table of ['run', 'coverage']) await runSql(`analyze ${schema}${table}`)
})
afterAll(async () => {
  await state.close()
  folder[Symbol.dispose]()
})

type Statement = Parameters<Tx['all']>[0]

/** The plans of all statements that a job runs. */
async function explain(job: (database: Database) => Promise<unknown>): Promise<string[]> {
  const seen: [string, unknown[]][] = []
  const record = (tx: Tx): Tx => {
    const note = (statement: Statement, args: object): void => {
      const { text, names } = statement.compile(stateOnPostgres ? 'postgres' : 'sqlite')
      seen.push([text, names.map((name) => (args as Record<string, unknown>)[name])])
    }
    const call =
      (name: 'all' | 'get' | 'run') =>
      (statement: never, args: never): never => {
        note(statement, args)
        return tx[name](statement, args) as never
      }
    return Object.assign(Object.create(tx) as Tx, { all: call('all'), get: call('get'), run: call('run') })
  }
  await job(
    Object.assign(Object.create(state) as Database, {
      read: (read: (tx: Tx) => Promise<unknown>) => state.read((tx) => read(record(tx))),
      write: (write: (tx: Tx) => Promise<unknown>) => state.write((tx) => write(record(tx))),
    }),
  )
  const plans: string[] = []
  for (const [text, parameters] of seen) {
    const rows = await state.read((tx) =>
      tx.query(toCompilable(`explain ${stateOnPostgres ? '' : 'query plan '}${text}`, parameters as never)),
    )
    plans.push(...rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])))
  }
  return plans
}

const WHOLE_TABLE = stateOnPostgres
  ? /Seq Scan on (run|coverage)\b/
  : /^SCAN (run|coverage)(?! USING INDEX (run_open|run_untrimmed|coverage_open))/

const sources = Array.from({ length: 4 }, (_, index) => createDefaultSource(`source-${index}`, 'sheet.csv'))

it.each<[string, (database: Database) => Promise<unknown>]>([
  ['open runs', (database) => database.read(listOpenRuns)],
  ['the last sync that wrote', (database) => database.read(findLastSyncEnd)],
  ['a sync that applies', (database) => database.read(isSyncApplying)],
  [
    'problems of sources',
    (database) => database.read((tx) => readSourceStates({ config: { sources }, nowMs: Date.now() }, tx)),
  ],
  ['the last end of a source', (database) => database.read((tx) => findLastEnd(tx, 'source-1'))],
  ['the run of a schedule', (database) => database.read((tx) => findScheduledRun(tx, 'none'))],
  ['runs to trim', (database) => trimRuns(database, new AbortController().signal)],
  ['runs to delete', (database) => cleanUpState(database, systemClock)],
  ['ends to evaluate', (database) => database.read((tx) => listOpenCoverageEnds(tx, '2030-01-01'))],
  ['the next end', (database) => database.read((tx) => findFirstCoverageEndAfter(tx, '2026-01-01'))],
  ['ends of the window', (database) => database.read((tx) => listCoverageEnds(tx, '2027-05-01'))],
  ['the number of earlier ends', (database) => database.read((tx) => countCoverageEndsBefore(tx, '2001-01-01'))],
])('%s: no whole table is read', async (_, job) => {
  const plans = await explain(job)
  expect(plans.length).toBeGreaterThan(0)
  expect(plans.filter((line) => WHOLE_TABLE.test(line))).toEqual([])
})

it('the open runs and the last end are found among ended ones', async () => {
  expect(await state.read(listOpenRuns)).toEqual([])
  expect(await state.read(findLastSyncEnd)).toBe(`${today}T${100_000 + 9999}`)
  expect(await state.read((tx) => listOpenCoverageEnds(tx, '2030-01-01'))).toEqual([])
})
