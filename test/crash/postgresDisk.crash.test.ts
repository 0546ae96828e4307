import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { camera, type Api, type Reply } from '../support/api.ts'
import { runSql } from '../support/database.ts'
import { canInjectFaults, noFaultsSuffix, type Faults } from '../support/faults/faults.ts'
import { MAX_DELAY_MS, onReferenceMachine } from '../support/faults/minDelay.ts'
import { startFaultyPostgres, type FaultyPostgres } from '../support/faultyPostgres.ts'
import { checkInvariants } from '../support/invariants.ts'
import type { PostgresServer } from '../support/postgresServer.ts'
import { wantsPostgres, withoutPostgres } from '../support/testDatabase.ts'
import { pause, until } from '../support/wait.ts'
import { waitUntilAudited } from '../support/audited.ts'

/** Writes that are sent while the disk fails, one after the other. */
const OUTAGE_ROUNDS = 30

const waitForStatus = (postgres: PostgresServer, status: number, send: () => Promise<Reply>): Promise<Reply> =>
  until(`the answer is ${status}`, async () => {
    const reply = await send()
    if (reply.status === status) return reply
    // A service manager would restart a database that exited.
    if (postgres.hasEnded()) await postgres.start().catch(() => undefined)
    return undefined
  })

describe.skipIf(!canInjectFaults || !wantsPostgres)(
  `a PostgreSQL whose disk fails${noFaultsSuffix || withoutPostgres}`,
  () => {
    let studio: FaultyPostgres
    let postgres: PostgresServer
    let disk: Faults
    let loop: Faults
    let api: Api

    beforeAll(async () => {
      studio = await startFaultyPostgres('kitroom-postgres-')
      ;({ postgres, disk, loop, api } = studio)
    })
    afterAll(() => studio[Symbol.asyncDispose]())

    const readyStatus = async (): Promise<number> => (await api.get('//readyz')).status
    const count = async (model: string): Promise<number> =>
      Number(
        (
          await runSql<{ n: number }>(postgres.url, 'select count(*) as n from gear where record like ?', `%${model}%`)
        )[0]?.n,
      )

    it.each([
      ['is full', (): void => disk.failWrites('ENOSPC'), (): number => disk.failedWrites()],
      ['fails on fsync', (): void => disk.failSyncs('EIO'), (): number => disk.failedSyncs()],
    ])('that %s makes writes fail with 503, and the server recovers automatically', async (name, fail, countFailed) => {
      const acknowledgedItems = await Promise.all(
        Array.from({ length: 5 }, () => api.createItem({ model: `Before ${name}` })),
      )
      expect(await readyStatus()).toBe(200)
      await loop.longestDelayMs()
      const key = { 'idempotency-key': name.replaceAll(' ', '-') }
      const send = (): Promise<Reply> => api.post('/gear', camera({ model: `During ${name}` }), key)
      const failedBefore = countFailed()
      fail()
      const refusedReplies: Reply[] = []
      const delays: number[] = []
      for (let round = 0; round < OUTAGE_ROUNDS; round++) {
        await pause(100, 'the disk fails for a while')
        refusedReplies.push(await send())
        expect((await api.get('//healthz')).status).toBe(200)
        delays.push(await loop.longestDelayMs())
      }
      expect(countFailed()).toBeGreaterThan(failedBefore)
      expect(
        new Set(
          refusedReplies.map((reply) => `${reply.status} ${reply.problem().code} ${reply.headers['retry-after']}`),
        ),
      ).toEqual(new Set(['503 overloaded 2']))
      expect(await readyStatus()).toBe(503)
      // The median, because pages that the machine reads from its disk delay only some rounds.
      const blockedMs = onReferenceMachine(delays.toSorted((a, b) => a - b)[delays.length >> 1] ?? Infinity)
      console.log(
        `a disk that ${name}: event loop held ${blockedMs.toFixed(0)} ms (${Math.max(...delays).toFixed(0)} at most), ${refusedReplies.length} writes refused`,
      )
      disk.failWrites(undefined)
      disk.failSyncs(undefined)
      await waitForStatus(postgres, 200, () => api.get('/gear?limit=1'))
      // If a commit reached the write-ahead log before the disk failed, its 503 must have said that it may be made.
      const details = new Set(refusedReplies.map((reply) => reply.problem().detail))
      const mayBeCommitted = [...details].some((detail) =>
        /may have been made or not.*same Idempotency-Key/.test(detail ?? ''),
      )
      const madeCount = await count(`During ${name}`)
      console.log(`${madeCount} of the refused writes was made; the refusals said: ${[...details].join(' | ')}`)
      expect(madeCount).toBeLessThanOrEqual(mayBeCommitted ? 1 : 0)
      await waitForStatus(postgres, 201, send)
      await expect.poll(readyStatus).toBe(200)
      for (const item of acknowledgedItems) expect((await api.get(`/gear/${item.id}`)).item()).toEqual(item)
      expect(await count(`During ${name}`)).toBe(1)
      expect(blockedMs).toBeLessThanOrEqual(MAX_DELAY_MS)
      await waitUntilAudited(api, postgres.url)
      await checkInvariants(postgres.url)
    })
  },
)

describe.skipIf(!canInjectFaults || !wantsPostgres)(
  `a PostgreSQL with room only for its write-ahead log${noFaultsSuffix || withoutPostgres}`,
  () => {
    it('makes writes that need room fail with 503, serves reads, and recovers automatically', async () => {
      await using studio = await startFaultyPostgres('data/base/')
      const { api, disk, postgres } = studio
      const itemBefore = await api.createItem({ model: 'Before' })
      disk.failWrites('ENOSPC')
      let reply: Reply
      let madeCount = 0
      do reply = await api.post('/gear', camera({ model: 'Large', notes: randomBytes(4000).toString('hex') }))
      while (reply.status === 201 && (madeCount += 1) < 200)
      expect(reply).toHaveStatus(503)
      expect(reply.problem().detail).toBe(
        'The database takes no writes right now. Nothing was changed; try again in a moment.',
      )
      expect(disk.failedWrites()).toBeGreaterThan(0)
      expect((await api.get(`/gear/${itemBefore.id}`)).item()).toEqual(itemBefore)
      expect(postgres.hasEnded()).toBe(false)
      disk.failWrites(undefined)
      expect(
        (await api.post('/gear', camera({ model: 'Large', notes: randomBytes(4000).toString('hex') }))).status,
      ).toBe(201)
      expect((await api.get('/gear?q=large')).pagination().total).toBe(madeCount + 1)
      await expect.poll(async () => (await api.get('//readyz')).status).toBe(200)
      await waitUntilAudited(api, postgres.url)
      await checkInvariants(postgres.url)
    })
  },
)
