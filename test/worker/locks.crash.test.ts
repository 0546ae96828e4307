import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { showPlan, writePlanRows } from '../../activities/inventorySync/planStore.ts'
import { systemClock } from '../../platform/clock.ts'
import { readProcessSpace } from '../../platform/processSpace.ts'
import type { Database } from '../../platform/sql/types.ts'
import { readLastConfigText, storeLastConfigText } from '../../state/hosts/facts.ts'
import { openState } from '../../state/database/open.ts'
import { PlanOvertaken } from '../../state/sync/planAttempts.ts'
import { listUnsentRows, type StoredRow } from '../../state/sync/planRows.ts'
import { addRun, type Planned } from '../../state/sync/runs.ts'
import { createWithLock } from '../../state/hosts/withLock.ts'
import { runSql } from '../support/database.ts'
import { createDataFolder } from '../support/server.ts'
import { toStateFile } from '../support/stateUrl.ts'
import { emptyDatabaseUrl, hasPostgres, withoutPostgres } from '../support/testDatabase.ts'
import { startStep, type StartedStep } from './support/startStep.ts'

// Locks of the worker's state between processes, on both databases.

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const closeOne of closers.splice(0).toReversed()) await closeOne()
})

async function openUrl(database: string): Promise<{ url: string; state: Database }> {
  const folder = createDataFolder()
  closers.push(() => folder[Symbol.dispose]())
  const url = database === 'sqlite' ? `sqlite:${join(folder.dataDir, 'worker.db')}` : await emptyDatabaseUrl()
  const state = await openState(url, systemClock)
  closers.push(() => state.close())
  return { url, state }
}

/** Starts a process that holds a lock. */
async function startHolder(url: string, name: string): Promise<StartedStep> {
  const holder = startStep({ step: 'hold', url, name })
  closers.push(() => holder.child.kill('SIGKILL'))
  expect(await holder.readLine()).toBe('held')
  return holder
}

const row = (position: number, body: string): StoredRow => ({
  run_id: 'a',
  position,
  row: position,
  action: position,
  outcome: 'create',
  key_fold: null,
  gear_id: null,
  judged_at: null,
  body,
  base: null,
  asset_tag: null,
  serial_number: null,
})
const planned: Planned = {
  run_id: 'a',
  status: 'waiting',
  phase: 'waiting',
  done: 1,
  total: 1,
  currency: 'EUR',
  read: null,
  counts: '{}',
  missing: '[]',
  reason: null,
  actions: 1,
  planned_at: '2026-01-01T00:00:00.000Z',
  listed_at: '2026-01-01T00:00:00.000Z',
  held: null,
}

describe.each(hasPostgres ? ['sqlite', 'postgres'] : ['sqlite'])(`locks in %s${withoutPostgres}`, (database) => {
  it('work of one name runs one at a time in two processes', async () => {
    const { url, state } = await openUrl(database)
    const holder = await startHolder(url, 'source:main')
    const withLock = createWithLock(state, systemClock)
    expect(await withLock('source:other', () => Promise.resolve('another name does not wait'))).toMatch(/another/)
    const waiting = withLock('source:main', (locked) => locked.read(readLastConfigText))
    holder.goOn()
    expect(await holder.readLine()).toBe('written')
    expect(await waiting, 'begins after the other has ended').toBe('of the child')
  })

  it('a killed process leaves its lock to the next one of this host at once', async () => {
    const { url, state } = await openUrl(database)
    const holder = await startHolder(url, 'source:main')
    const exited = new Promise((resolve) => holder.child.once('exit', resolve))
    holder.child.kill('SIGKILL')
    await exited
    // The lease never expires, so the lock is free only because its holder is dead.
    await runSql(toStateFile(url), "update lease set expires_at = '9999-01-01T00:00:00.000Z'")
    await createWithLock(state, systemClock)('source:main', (locked) =>
      locked.write((tx) => storeLastConfigText(tx, 'next')),
    )
    expect(await state.read(readLastConfigText)).toBe('next')
  })

  it.each([
    ['of a cloned machine', (space: string) => space.replace(/^[^:]*/, randomUUID())],
    ['of a container with the host\u2019s network', (space: string) => `${space}9`],
    ['of an earlier version', () => undefined],
  ])('a live process %s, with the name of this host, keeps its lock', async (_, toSpace) => {
    const { url, state } = await openUrl(database)
    const withLock = createWithLock(state, systemClock)
    const space = toSpace(readProcessSpace() ?? '')
    // No process of this host has the number.
    const holder = [hostname(), 2 ** 30, randomUUID(), ...(space === undefined ? [] : [space]), randomUUID()].join('#')
    const far = '9999-01-01T00:00:00.000Z'
    await runSql(
      toStateFile(url),
      'insert into lease (name, holder, expires_at) values (?, ?, ?)',
      'source:main',
      holder,
      far,
    )
    let isAcquired = false
    const waiting = withLock('source:main', async () => void (isAcquired = true))
    for (let attempts = 0; attempts < 3; attempts += 1) await withLock(`source:${attempts}`, () => Promise.resolve())
    expect(isAcquired).toBe(false)
    await runSql(toStateFile(url), 'delete from lease where holder = ?', holder)
    await waiting
  })

  it('a process that lost its lock says who has it, and for how long it did not renew it', async () => {
    const { url, state } = await openUrl(database)
    const withLock = createWithLock(state, systemClock)
    const held = withLock('source:main', async (locked) => {
      await runSql(toStateFile(url), 'update lease set holder = ?', 'kit-2#17#a#b#c')
      await locked.write((tx) => storeLastConfigText(tx, 'late'))
    })
    await expect(held).rejects.toThrow(
      /^The lock source:main was lost: process 17 of the host kit-2 has it now, and this process last renewed it \d+ s ago\.$/,
    )
  })

  it('a process that was paused past its lease and wakes is refused, also after the next holder has ended', async () => {
    const { url, state } = await openUrl(database)
    const holder = await startHolder(url, 'source:main')
    holder.child.kill('SIGSTOP')
    await createWithLock(state, systemClock)('source:main', (locked) =>
      locked.write((tx) => storeLastConfigText(tx, 'next')),
    )
    holder.child.kill('SIGCONT')
    holder.goOn()
    expect(await holder.readLine()).toBe('LockLost')
    expect(await state.read(readLastConfigText)).toBe('next')
  })

  const oneRow = (body: string): Parameters<typeof writePlanRows>[2] => ({ total: 1, slice: () => [row(0, body)] })

  it('a plan that was shown is not rewritten by an attempt that began before', async () => {
    const { state } = await openUrl(database)
    const run = {
      run_id: 'a',
      source: 'main',
      decide: 'wait',
      settings: '{}',
      file: 'a.csv',
      sha256: null,
      started_at: 'a',
      scheduled_by: null,
    } as const
    await state.write((tx) => addRun(tx, run))
    const earlier = await writePlanRows(state, 'a', oneRow('"earlier"'))
    const newer = await writePlanRows(state, 'a', oneRow('"newer"'))
    await expect(showPlan(state, earlier, planned)).rejects.toThrow(PlanOvertaken)
    await showPlan(state, newer, planned)
    await expect(writePlanRows(state, 'a', oneRow('"late"'))).rejects.toThrow(PlanOvertaken)
    await expect(showPlan(state, newer, planned), 'it is shown once').rejects.toThrow(PlanOvertaken)
    expect((await state.read((tx) => listUnsentRows(tx, 'a', 0, 9))).map(({ body }) => body)).toEqual(['"newer"'])
  })
})
