import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { request } from 'undici'
import { beforeAll, describe, expect, it } from 'vitest'
import { createApi, type Api } from '../../../support/api.ts'
import { runWhenFree } from '../../../support/housekeeping.ts'
import { createSettings } from '../../../support/settings.ts'
import { useServer } from '../../../support/suite.ts'
import { databaseUrl } from '../../../support/testDatabase.ts'
import { fillAudit, ROW_COUNT } from './largeAudit.ts'
import { startPruningServer } from './pruningServer.ts'
import { verifyAudit } from './support.ts'

const suite = useServer({ ownProcess: true })
const settings = (): Api => createSettings(suite.server.url, suite.aliceAccount.owner_key)
const PRUNED = ROW_COUNT / 5
const run = promisify(execFile)

async function memoryMb(): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(suite.process.pid)])
  return Math.round(Number(stdout) / 1024)
}

/** Sends small requests until the work is done. @returns how many were answered meanwhile */
async function countAnswersDuring(work: Promise<unknown>, api = suite.alice): Promise<number> {
  const state = { working: true }
  const endedWork = work.finally(() => (state.working = false))
  let count = 0
  while (state.working) {
    expect((await api.get('/profile')).status).toBe(200)
    count += 1
  }
  await endedWork
  return count
}

beforeAll(() => fillAudit(suite))

describe(`an audit of ${ROW_COUNT.toLocaleString('en')} rows`, () => {
  it('is exported in constant memory, while other requests are answered', async () => {
    for (const format of ['ndjson', 'csv']) {
      const memory = [await memoryMb()]
      const sample = setInterval(() => void memoryMb().then((mb) => memory.push(mb)), 250)
      let [lines, bytes] = [0, 0]
      const download = async (): Promise<void> => {
        const headers = { authorization: `Bearer ${settings().key}` }
        const { body } = await request(`${suite.server.url}/settings/v1/audit/export?format=${format}`, { headers })
        for await (const chunk of body as AsyncIterable<Buffer>) {
          bytes += chunk.length
          for (let position = chunk.indexOf(10); position !== -1; position = chunk.indexOf(10, position + 1)) lines += 1
        }
      }
      const answerCount = await countAnswersDuring(download())
      clearInterval(sample)
      memory.push(await memoryMb())
      const earlyMb = Math.max(...memory.slice(0, Math.ceil(memory.length / 4)))
      const peak = Math.max(...memory)
      console.log(
        `audit export ${format}: ${lines} lines, ${Math.round(bytes / 1e6)} MB beside ${answerCount} requests; server RSS ${memory[0]} MB before, ${earlyMb} MB in the first quarter, ${peak} MB at most`,
      )
      expect(lines).toBeGreaterThanOrEqual(ROW_COUNT)
      expect(peak - earlyMb, `growth after the first quarter, of ${Math.round(bytes / 1e6)} MB sent`).toBeLessThan(120)
    }
  })

  it('is verified from end to end, while other requests are answered', async () => {
    const verification = verifyAudit(settings())
    const answerCount = await countAnswersDuring(verification)
    const report = await verification
    console.log(`audit verify: ${report.rows} rows, ${report.links} links beside ${answerCount} requests`)
    expect(report).toMatchObject({ ok: true, fault: null })
    expect(report.rows).toBeGreaterThanOrEqual(ROW_COUNT)
  })

  it(`is pruned by ${PRUNED.toLocaleString('en')} rows, while other requests are answered`, async () => {
    const reportBefore = await verifyAudit(settings())
    await using server = await startPruningServer(await databaseUrl(suite.folder.databaseFile), 80)
    const pruneRun = runWhenFree(() => server.prune())
    const answerCount = await countAnswersDuring(pruneRun, createApi(server.url, suite.alice.key))
    const { counts } = await pruneRun
    console.log(`audit prune: ${counts?.['rows']} rows, ${counts?.['links']} links beside ${answerCount} requests`)
    expect(counts?.['rows']).toBeGreaterThanOrEqual(PRUNED * 0.99)
    expect(await verifyAudit(settings(), reportBefore.head)).toMatchObject({
      ok: true,
      head_found: true,
      pruned_rows: counts?.['rows'],
    })
  })
})
