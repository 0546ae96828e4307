// Records workflow histories on real servers, for replay.test.ts: `node bin/run.mjs test/workflows/replay/record.ts
// [name …]`. After 0.1.0 is released, record new ones only. A history represents runs in progress: code that cannot
// replay it breaks them.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'
import { cameras, csv } from '../../worker/support/sheets.ts'
import { createBulkEdit } from '../../../contract/control/controlBulkEdit.ts'
import { scheduledSyncWorkflowId, syncWorkflowId, taskQueue, workflowNames } from '../../../contract/temporal.ts'
import { startGoogle } from '../../google/google.ts'
import { calendarSleeping, shootsFollowed } from './calendars.ts'
import { serveBurst, SETTLE_MS, signalService } from './services.ts'
import { planByUse } from './uses.ts'
import { blockDaily, deliverLate, failDaily, runDaily } from './days.ts'
import { startMachine, type Machine } from './machine.ts'
import { coverageEvaluated, coverageSettling, coverageSleeping, coverageSynced } from './warranties.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
const DAY_MS = 24 * 60 * 60 * 1000

async function plan({ sync }: Machine, id: string, decide: 'wait' | 'policy' = 'wait'): Promise<string> {
  const { run_id: runId } = await sync.start({ source: id, decide })
  await sync.follow(runId)
  return runId
}

async function approvePlan(machine: Machine, id: string): Promise<void> {
  const runId = await plan(machine, id)
  await machine.sync.approve(runId)
  await machine.sync.follow(runId)
}

async function applySome(machine: Machine, id: string): Promise<string> {
  const runId = await plan(machine, id)
  await machine.sync.approve(runId)
  while ((await machine.sync.get(runId)).progress.done < 100);
  return runId
}

const waitUntilEnded = async ({ sync }: Machine, runId: string): Promise<void> => {
  while ((await sync.get(runId)).finished_at === null) await new Promise((resolve) => setTimeout(resolve, 100))
}

/** The run id of the current execution. Another may follow it before it is recorded. */
const currentExecution = async (machine: Machine, id: string): Promise<string> =>
  (await machine.temporal.workflow.getHandle(machine.workflowId(id)).describe()).runId

/** A bulk edit of the synced items, approved. */
async function editMany(machine: Machine, id: string): Promise<{ workflowId: string }> {
  const { sync, account } = machine
  await sync.syncAll(id)
  const body = { filter: {}, updates: { notes: 'Counted' } }
  const { run_id: runId, source } = (await sync.client.call(createBulkEdit, { body })).body.data
  await sync.follow(runId)
  await sync.approve(runId)
  await sync.follow(runId)
  return { workflowId: syncWorkflowId(account, source) }
}

async function runScheduled({ temporal, account }: Machine, id: string): Promise<{ workflowId: string }> {
  const workflowId = scheduledSyncWorkflowId(account, id)
  await temporal.workflow.execute(workflowNames.scheduledSync, {
    workflowId,
    taskQueue: taskQueue(account),
    args: [{ source: id }],
  })
  return { workflowId }
}

/** A Google Sheet and a calendar that the worker may write to. */
async function shareAtGoogle() {
  const google = await startGoogle()
  const key = google.addServiceAccount('kitroom')
  const cells = [
    ['Asset Tag', 'Type', 'Brand', 'Model'],
    ...Array.from({ length: 20 }, (_, index) => [`G-${index}`, 'camera', 'Sony', 'FX3']),
  ]
  const { id } = google.addSpreadsheet({
    sheets: [{ title: 'Inventory', cells }],
    sharedWith: { [key.client_email]: 'writer' },
  })
  const calendar = google.addCalendar({ sharedWith: { [key.client_email]: 'writer' } })
  const keyFolder = mkdtempSync(join(tmpdir(), 'kitroom-record-google-'))
  const keyFile = join(keyFolder, 'key.json')
  writeFileSync(keyFile, JSON.stringify(key), { mode: 0o600 })
  const stop = async (): Promise<void> => {
    await google.stop()
    rmSync(keyFolder, { recursive: true, force: true })
  }
  return {
    spreadsheetId: id,
    calendarId: calendar.id,
    env: { KITROOM_GOOGLE_URL: google.url, KITROOM_GOOGLE_KEY_FILE: keyFile },
    stop,
  }
}

interface Scenario {
  file?: string
  /** Syncs the Google Sheet instead of a file. */
  isGoogle?: boolean
  settings?: string
  /** Recorded while the run is open. */
  open?: boolean
  fails?: boolean
  /** Needs a machine on which no other scenario ran before. */
  isFirst?: boolean
  /** @returns the run id of the sync execution to record, or another workflow. The default is the last execution. */
  run: (machine: Machine, id: string) => Promise<string | { workflowId: string; runId?: string } | void>
}

/** By name, which is also the source's id and the file's name. */
const scenarios: Record<string, Scenario> = {
  approved: { run: approvePlan },
  // The host of the file must begin to read it in time.
  read_on_host: { run: approvePlan },
  undone: {
    run: async ({ sync }, id) => {
      const { run_id: runId } = await sync.syncAll(id)
      const undoRun = await sync.follow((await sync.undo(runId)).run_id)
      await sync.approve(undoRun.run_id, undoRun.counts['delete'])
      await sync.follow(undoRun.run_id)
    },
  },
  bulk_edit: { run: editMany },
  written_back: {
    isGoogle: true,
    settings: 'write_back: true',
    run: async ({ sync }, id) => void (await sync.syncAll(id)),
  },
  automatic: {
    settings: 'approve: auto, guard: { changes: 5000 }',
    run: async (machine, id) => void (await plan(machine, id, 'policy')),
  },
  rejected: { run: async (machine, id) => void (await machine.sync.reject(await plan(machine, id))) },
  superseded: {
    run: async (machine, id) => {
      await plan(machine, id)
      const firstRunId = await currentExecution(machine, id)
      await machine.sync.start({ source: id })
      return firstRunId
    },
  },
  superseded_planning: {
    run: async (machine, id) => {
      await machine.sync.start({ source: id })
      const firstRunId = await currentExecution(machine, id)
      await machine.sync.start({ source: id })
      return firstRunId
    },
  },
  unreadable: { file: 'absent.csv', run: async (machine, id) => void (await plan(machine, id)) },
  stopped: {
    run: async (machine, id) => {
      const runId = await applySome(machine, id)
      await machine.replaceKey()
      await machine.sync.follow(runId)
      await machine.worker.stop()
      await machine.startWorker()
    },
  },
  resumed: {
    run: async (machine, id) => {
      const runId = await applySome(machine, id)
      await machine.worker.kill()
      await machine.loseHistory(id)
      await machine.startWorker()
      await waitUntilEnded(machine, runId)
    },
  },
  expired: {
    run: async (machine, id) => {
      const runId = await plan(machine, id)
      await machine.worker.stop()
      await machine.loseHistory(id)
      await machine.agePlan(runId, 7 * DAY_MS)
      await machine.startWorker()
      await waitUntilEnded(machine, runId)
    },
  },
  scheduled: { run: runScheduled },
  scheduled_left_alone: {
    run: async (machine, id) => {
      await plan(machine, id)
      return runScheduled(machine, id)
    },
  },
  service: { run: serveBurst },
  service_settling: {
    open: true,
    run: async (machine) => {
      const { workflowId } = await signalService(machine)
      await delay(SETTLE_MS / 2)
      return { workflowId }
    },
  },
  // A reading at which work is due by use.
  service_by_use: { run: (machine) => planByUse(machine, () => signalService(machine)) },
  daily: { run: runDaily },
  daily_failed: { fails: true, run: failDaily },
  daily_waiting: { open: true, run: blockDaily },
  deliver: { run: deliverLate },
  coverage: { isFirst: true, open: true, run: coverageEvaluated },
  coverage_synced: {
    isFirst: true,
    open: true,
    run: (machine, id) =>
      coverageSynced(machine, async () => {
        const runId = await plan(machine, id)
        await machine.sync.approve(runId)
        await machine.sync.follow(runId)
      }),
  },
  coverage_settling: { isFirst: true, open: true, run: coverageSettling },
  coverage_sleeping: { isFirst: true, open: true, run: coverageSleeping },
  google_calendar_sleeping: { isFirst: true, open: true, run: calendarSleeping },
  shoots: { run: shootsFollowed },
  waiting: { open: true, run: async (machine, id) => void (await plan(machine, id)) },
}

/** Removes names of this machine. */
const redact = (text: string): string =>
  text
    .replaceAll(hostname(), 'host')
    .replaceAll(/"identity": ?"[^"]*"/g, '"identity":"worker"')
    .replaceAll(/"stack_?[tT]race": ?"[^"]*"/g, '"stackTrace":""')

async function record(machine: Machine, name: string, { run, open, fails }: Scenario): Promise<void> {
  machine.writeSheet(csv(cameras(1100).map((row) => ({ ...row, 'Asset Tag': `${name}-${row['Asset Tag']}` }))))
  const recordedRun = await run(machine, name)
  const { workflow } = machine.temporal
  const handle =
    typeof recordedRun === 'object'
      ? workflow.getHandle(recordedRun.workflowId, recordedRun.runId)
      : workflow.getHandle(machine.workflowId(name), recordedRun ?? undefined)
  // The run ends shortly before its workflow completes.
  if (!open && !fails) await handle.result()
  const history = await handle.fetchHistory()
  writeFileSync(`${folder}${name}.json`, `${redact(historyToJSON(history))}\n`)
  console.log(`${name}: ${history.events?.length} events`)
}

const wantedNames = process.argv.slice(2)
const names = (wantedNames.length > 0 ? wantedNames : Object.keys(scenarios)).filter(
  (name) => wantedNames.includes(name) || !existsSync(`${folder}${name}.json`),
)
const shared = await shareAtGoogle()
const sources = Object.entries(scenarios).map(([id, { file = 'sheet.csv', isGoogle, settings }]) => {
  const location = isGoogle ? `google_sheet: ${shared.spreadsheetId}` : `file: ${file}`
  return `  - { id: ${id}, ${location}${settings ? `, ${settings}` : ''} }\n`
})
const calendars = `calendars:\n  - { id: team, google: { calendar: ${shared.calendarId} } }\n`
const plans =
  'maintenance:\n  plans:\n    - { id: use, applies_to: { brand: Used }, service_type: Check, every: { shutter_count: 100 } }\n'
const start = (): Promise<Machine> => startMachine(`sources:\n${sources.join('')}${calendars}${plans}`, shared.env)
let machine: Machine | undefined
try {
  for (const name of names) {
    const scenario = scenarios[name]
    if (!scenario) throw new Error(`there is no scenario ${name}`)
    if (scenario.isFirst) {
      await machine?.stop()
      machine = undefined
    }
    machine ??= await start()
    await record(machine, name, scenario)
  }
} finally {
  await machine?.stop()
  await shared.stop()
}
process.exit(0)
