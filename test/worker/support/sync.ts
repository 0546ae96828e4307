import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient, type Client } from '../../../client/client.ts'
import * as control from '../../../contract/control/control.ts'
import { checkDeclaredErrors } from '../../support/declaredErrors.ts'
import type { PlanRow, PlanSummary, ReportRow, Run } from '../../../contract/control/control.ts'

/** The control plane as the CLI uses it. */
export interface Sync {
  readonly client: Client
  start(options?: { source?: string; decide?: 'wait' | 'policy'; uploadId?: string }): Promise<Run>
  get(runId: string): Promise<Run>
  /** Follows a run until it waits or ends, and passes each state to `onRun`. */
  follow(runId: string, onRun?: (run: Run) => void): Promise<Run>
  approve(runId: string, deletes?: number): Promise<Run>
  reject(runId: string): Promise<Run>
  undo(runId: string): Promise<Run>
  plan(runId: string): Promise<{ head: PlanSummary; rows: PlanRow[] }>
  report(runId: string): Promise<{ head: PlanSummary; rows: ReportRow[] }>
  /** Starts a run and follows it to its plan; approves and follows it to its end. */
  syncAll(source?: string): Promise<Run>
}

/** Reads a head and rows, and checks each line against the contract. */
async function readLines<T>(
  lines: AsyncIterable<unknown>,
  schema: { parse(value: unknown): T },
): Promise<{ head: PlanSummary; rows: T[] }> {
  let head: PlanSummary | undefined
  const rows: T[] = []
  for await (const line of lines) {
    if (head) rows.push(schema.parse(line))
    else head = control.PlanSummary.parse(line)
  }
  if (!head) throw new Error('the stream had no line')
  return { head, rows }
}

export function openSync(dataDir: string): Sync {
  const access = control.ControlAccess.parse(JSON.parse(readFileSync(join(dataDir, 'control.json'), 'utf8')))
  const client = checkDeclaredErrors(createClient({ ...access, retries: 0 }))
  const byId = (id: string): { params: { id: string } } => ({ params: { id } })
  const sync: Sync = {
    client,
    start: async ({ source = 'main', decide = 'wait', uploadId } = {}) =>
      (
        await client.call(control.startRun, {
          body: { source, decide, ...(uploadId === undefined ? {} : { upload_id: uploadId }) },
        })
      ).body.data,
    get: async (runId) => control.Run.parse((await client.call(control.getRun, byId(runId))).body.data),
    follow: async (runId, onRun) => {
      let lastRun: Run | undefined
      for await (const line of client.stream(control.watchRun, byId(runId))) {
        lastRun = control.Run.parse(line)
        onRun?.(lastRun)
      }
      if (!lastRun) throw new Error('the stream had no line')
      return lastRun
    },
    approve: async (runId, deletes) =>
      (await client.call(control.approveRun, { ...byId(runId), body: { deletes } })).body.data,
    reject: async (runId) => (await client.call(control.rejectRun, { ...byId(runId), body: {} })).body.data,
    undo: async (runId) => (await client.call(control.undoRun, { ...byId(runId), body: {} })).body.data,
    plan: (runId) => readLines(client.stream(control.readPlan, byId(runId)), control.PlanRow),
    report: (runId) => readLines(client.stream(control.readReport, byId(runId)), control.ReportRow),
    syncAll: async (source = 'main') => {
      const { run_id: runId } = await sync.start({ source })
      const plannedRun = await sync.follow(runId)
      if (plannedRun.status !== 'waiting') return plannedRun
      await sync.approve(runId)
      return sync.follow(runId)
    },
  }
  return sync
}
