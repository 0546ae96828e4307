// @postgres
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SIGNED_REQUEST_WINDOW } from '../../contract/control/signedRequest.ts'
import type { Database } from '../../platform/sql/types.ts'
import { openState } from '../../state/database/open.ts'
import { recordConsoleRequest, removeRequestsOfOtherKeys } from '../../state/hosts/consoleRequests.ts'
import { runSql } from '../support/database.ts'
import { createDataFolder, type DataFolder } from '../support/server.ts'
import { newStateUrl, toStateFile } from '../support/stateUrl.ts'

const AT = '2026-03-01T00:00:00.000Z'
let folder: DataFolder
let url = ''
let state: Database
/** Another worker of the account. */
let second: Database

beforeAll(async () => {
  folder = createDataFolder()
  url = await newStateUrl(folder.dataDir)
  state = await openState(url, { nowMs: () => Date.parse(AT) })
  second = await openState(url, { nowMs: () => Date.parse(AT) })
})
afterAll(async () => {
  await state.close()
  await second.close()
  folder[Symbol.dispose]()
})

const record = (signingKeyId: string, sequence: number, database = state, at = AT): Promise<boolean> =>
  database.write((tx) => recordConsoleRequest(tx, { signingKeyId, sequence, at }))

it('each number of a key counts once, at either worker and in any order within the window', async () => {
  // 37 and 100 have no common divisor, so each number comes once, out of order.
  const numbers = Array.from({ length: 100 }, (_, index) => ((index * 37) % 100) + 1)
  const results = await Promise.all(
    [...numbers, ...numbers.toReversed()].map((sequence, index) =>
      record('concurrent', sequence, index % 2 === 0 ? state : second),
    ),
  )
  expect(results.filter(Boolean)).toHaveLength(100)
  expect(await Promise.all(numbers.map((sequence) => record('concurrent', sequence)))).not.toContain(true)
})

it('a number far below the highest of its key is old, and other keys have numbers of their own', async () => {
  expect(await record('far', 5000)).toBe(true)
  expect(await record('far', 5000 - SIGNED_REQUEST_WINDOW)).toBe(false)
  expect(await record('far', 5000 - SIGNED_REQUEST_WINDOW + 1, second)).toBe(true)
  expect(await record('other', 1)).toBe(true)
})

it('rows of a key stay few, and none is deleted that could count again', async () => {
  const last = 3 * SIGNED_REQUEST_WINDOW
  for (let sequence = 1; sequence <= last; sequence += 128)
    await Promise.all(Array.from({ length: 128 }, (_, index) => record('many', sequence + index)))
  const [stored] = await runSql<{ lowest: number; count: number }>(
    toStateFile(url),
    "select min(sequence) as lowest, count(*) as count from console_request where signing_key_id = 'many'",
  )
  expect(Number(stored?.lowest)).toBeLessThanOrEqual(last - SIGNED_REQUEST_WINDOW)
  expect(Number(stored?.count)).toBeLessThan(3 * SIGNED_REQUEST_WINDOW)
  for (const sequence of [1, last - 2 * SIGNED_REQUEST_WINDOW, last - SIGNED_REQUEST_WINDOW, last])
    expect(await record('many', sequence)).toBe(false)
})

it('old rows are deleted of keys alone that no server uses', async () => {
  await record('ended', 1, state, '2026-02-27T00:00:00.000Z')
  await record('idle', 1, state, '2026-02-27T00:00:00.000Z')
  await record('recent', 1)
  await state.write((tx) => removeRequestsOfOtherKeys(tx, ['idle'], '2026-02-28T00:00:00.000Z'))
  expect(await record('ended', 1), 'its row is gone').toBe(true)
  expect(await record('idle', 1)).toBe(false)
  expect(await record('recent', 1)).toBe(false)
})
