import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../../support/account.ts'
import { createApi, type Api, type Reply } from '../../support/api.ts'
import {
  canMeasureLoopTime,
  measureLoopTimeMs,
  measureOwnLoopTimeMs,
  noLoopTimeSuffix,
} from '../../support/loopTime.ts'
import { startServer, createDataFolder, type ChildServer, type DataFolder } from '../../support/server.ts'
import { dropDatabase } from '../../support/testDatabase.ts'

const FIELD_COUNT = 24_000
/**
 * A body may block the event loop so many times as long as the parsing of its text takes. About three times are normal.
 */
const MAX_OF_PARSING = 10

describe.skipIf(!canMeasureLoopTime)(`a body of ${FIELD_COUNT} unknown fields${noLoopTimeSuffix}`, () => {
  let folder: DataFolder
  let server: ChildServer
  let api: Api
  beforeAll(async () => {
    folder = createDataFolder()
    server = await startServer(folder.dataDir)
    api = createApi(server.url, (await createAccount(folder.dataDir, 'Faults')).api_key)
  })
  afterAll(async () => {
    await server.stop()
    await dropDatabase(folder.databaseFile)
    folder[Symbol.dispose]()
  })

  const manyFields = Object.fromEntries(Array.from({ length: FIELD_COUNT }, (_, index) => [`f${index}`, 1]))
  const bodies: [string, () => Promise<Reply>][] = [
    ['a new item', () => api.post('/gear', { gear_type: 'lens', ...manyFields })],
    ['a patch', () => api.patch('/gear/01a20298-ac57-73ee-90a2-b1bf6ac1d8b6', { updates: manyFields })],
    ['a new shoot', () => api.post('/shoots', manyFields)],
  ]

  it.each(bodies)('blocks the event loop a few times as long as the parsing of its text: %s', async (name, send) => {
    const text = JSON.stringify(manyFields)
    const parsingMs = await measureOwnLoopTimeMs(() => void JSON.parse(text))
    const blockedMs = await measureLoopTimeMs(server.pid, async () => {
      expect((await send()).problem().errors?.length).toBe(100)
    })
    console.log(
      `${name} of ${FIELD_COUNT} unknown fields: ${blockedMs.toFixed(1)} ms of the event loop, ${parsingMs.toFixed(1)} ms for parsing`,
    )
    expect(blockedMs).toBeLessThanOrEqual(MAX_OF_PARSING * parsingMs)
  })
})
