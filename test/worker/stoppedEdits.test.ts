import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadConfig } from '../../config/config.ts'
import { addRun, markApplying, markFinished, markPlanned } from '../../state/sync/runs.ts'
import { syncFailed } from '../../worker/problems/kinds/syncFailed.ts'
import type { Check } from '../../worker/problems/kind.ts'
import { openLedger, type Ledger } from '../support/mail/ledger.ts'

// A bulk edit that stopped in the middle is one problem, from its end until its undo is planned.

const NOW = '2026-12-05T08:00:00.000Z'
const STOPPED = uuidv7({ msecs: Date.parse(NOW), seq: 1 })
const UNDO = uuidv7({ msecs: Date.parse(NOW), seq: 2 })
const SOURCE = `edit:${STOPPED}`
const EDIT = JSON.stringify({ items: 800, updates: { notes: 'Insured' }, by: null })

let ledger: Ledger

beforeEach(async () => {
  ledger = await openLedger('', NOW)
})
afterEach(() => ledger[Symbol.asyncDispose]())

const start = (runId: string): Promise<boolean> =>
  ledger.state.write((tx) =>
    addRun(tx, {
      run_id: runId,
      source: SOURCE,
      decide: 'wait',
      settings: '{}',
      file: '',
      sha256: null,
      started_at: NOW,
      scheduled_by: null,
      edit: EDIT,
    }),
  )
const plan = (runId: string): Promise<number> =>
  ledger.state.write((tx) =>
    markPlanned(tx, {
      run_id: runId,
      status: 'waiting',
      phase: 'waiting',
      done: 800,
      total: 800,
      currency: 'EUR',
      read: '{}',
      counts: JSON.stringify({ update: 800 }),
      missing: '[]',
      reason: null,
      actions: 800,
      planned_at: NOW,
      listed_at: NOW,
      held: null,
    }),
  )
const apply = (runId: string): Promise<number> => ledger.state.write((tx) => markApplying(tx, runId, 800))
const end = (runId: string, status: 'stopped' | 'completed'): Promise<number> =>
  ledger.state.write((tx) => markFinished(tx, { runId, status, done: 20, results: '{}', reason: null, at: NOW }))

/** Number of problems that a check finds now. */
const countFound = (): Promise<number | undefined> =>
  ledger.state.read(async (tx) => {
    const check = { config: loadConfig(ledger.config), nowMs: Date.parse(NOW) } as Check
    return (await syncFailed.find(check, tx))?.length
  })

it('a stopped edit is a problem until an undo of it is planned, and not again while that writes', async () => {
  await start(STOPPED)
  await plan(STOPPED)
  await apply(STOPPED)
  expect(await countFound()).toBe(0)
  await end(STOPPED, 'stopped')
  expect(await countFound()).toBe(1)
  await start(UNDO)
  expect(await countFound()).toBe(1)
  await plan(UNDO)
  expect(await countFound()).toBe(0)
  await apply(UNDO)
  expect(await countFound()).toBe(0)
  await end(UNDO, 'completed')
  expect(await countFound()).toBe(0)
})
