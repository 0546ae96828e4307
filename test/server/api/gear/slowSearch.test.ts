import { afterAll, beforeAll, expect, it } from 'vitest'
import { useServer } from '../../../support/suite.ts'
import { canMeasureLoopTime, measureTimeMs, noLoopTimeSuffix } from '../../../support/loopTime.ts'
import { onPostgres } from '../../../support/testDatabase.ts'

const suite = useServer({ own: true })
const NAME_COUNT = 50_000
const FIRST_ID = 1_000_000

beforeAll(async () => {
  // In these hostile names, a match could begin at every position.
  const numbers = 'with recursive n (i) as (select 1 union all select i + 1 from n where i < ?)'
  await suite.sql(
    `${numbers.replace('?', String(NAME_COUNT))} insert into gear_name (account_id, id, fold, items) select ?, i + ${FIRST_ID}, ? || i, 1 from n`,
    suite.aliceAccount.account_id,
    'a'.repeat(230),
  )
})
afterAll(() => suite.sql(`delete from gear_name where id > ${FIRST_ID}`))

async function search(q: string): Promise<void> {
  expect((await suite.alice.get(`/gear?limit=1&q=${encodeURIComponent(q)}`)).status).toBe(200)
}

/** The processes of PostgreSQL that serve this server. SQLite searches in a thread of this process. */
async function findBackends(): Promise<number[]> {
  if (!onPostgres) return []
  const rows = await suite.sql<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  return rows.map(({ pid }) => pid)
}

const canMeasure = !onPostgres || canMeasureLoopTime

it.skipIf(!canMeasure)(
  `a search for a word that almost matches everywhere costs about as much as any other${canMeasure ? '' : noLoopTimeSuffix}`,
  async () => {
    await search('warm')
    const backends = await findBackends()
    let round = 0
    // A word that was searched before may be answered from a cache.
    const plainMs = await measureTimeMs(backends, () => search(`canon${(round += 1)}`))
    const hostileMs = await measureTimeMs(backends, () => search(`${'a'.repeat(199 - (round += 1))}b`))
    console.log(
      `searches in ${NAME_COUNT} names: ${plainMs.toFixed(0)} ms for a plain word, ${hostileMs.toFixed(0)} ms for a hostile one`,
    )
    // A search with LIKE had a ratio of about 300.
    expect(hostileMs / plainMs).toBeLessThan(40)
  },
)

it('a search finds long words and short ones', async () => {
  await suite.alice.createItem({ brand: 'Voigtländer', model: 'Nokton 35mm F1.2 Aspherical 100%_off' })
  const total = async (q: string): Promise<number> =>
    (await suite.alice.get(`/gear?q=${encodeURIComponent(q)}`)).pagination().total
  for (const q of [
    'VOIGTLANDER',
    'voigtländer',
    'aspherical',
    'ASPHÉRICAL 35mm',
    'aspherical spherica a',
    '100%_off',
    'spherical 100%_off',
    'r nokton',
  ])
    expect({ q, total: await total(q) }).toEqual({ q, total: 1 })
  for (const q of ['voigtlander2', 'asphericax', '100%xoff_', 'asph%rical', 'asph_rical', 'aspherical%'])
    expect({ q, total: await total(q) }).toEqual({ q, total: 0 })
})
