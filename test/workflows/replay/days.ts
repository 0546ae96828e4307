// Scenarios of the workflows `daily` and `deliver`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { dailyWorkflowId, deliverWorkflowId, taskQueue, workflowNames } from '../../../contract/temporal.ts'
import type { Machine } from './machine.ts'

const POLL_EVERY_MS = 100
/** Long enough for a step to be in progress. */
const STEP_STARTED_MS = 2000

type Recorded = Promise<{ workflowId: string }>

async function begin({ temporal, account }: Machine, day: string): Promise<string> {
  const workflowId = `${dailyWorkflowId(account)}-${day}`
  await temporal.workflow.start(workflowNames.daily, { workflowId, taskQueue: taskQueue(account), args: [{ day }] })
  return workflowId
}

export const runDaily = async (machine: Machine): Recorded => ({ workflowId: await begin(machine, '2031-05-01') })

/** A daily run whose key the API refuses: steps that need the API fail, the others complete. */
export async function failDaily(machine: Machine): Recorded {
  await machine.replaceKey()
  const workflowId = await begin(machine, '2031-05-02')
  const handle = machine.temporal.workflow.getHandle(workflowId)
  while ((await handle.describe()).status.name === 'RUNNING') await delay(POLL_EVERY_MS)
  await machine.worker.stop()
  await machine.startWorker()
  return { workflowId }
}

/** A daily run that waits until kitroom.yaml is valid again. */
export async function blockDaily(machine: Machine): Recorded {
  const file = join(machine.dataDir, 'kitroom.yaml')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, 'reminders: { at: noon }\n')
  const workflowId = await begin(machine, '2031-05-03')
  await delay(STEP_STARTED_MS)
  writeFileSync(file, text)
  return { workflowId }
}

export async function deliverLate({ temporal, account }: Machine): Recorded {
  const workflowId = deliverWorkflowId(account)
  await temporal.workflow.execute(workflowNames.deliver, { workflowId, taskQueue: taskQueue(account), args: [] })
  return { workflowId }
}
