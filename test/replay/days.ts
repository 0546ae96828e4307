// How the histories of the day and of late reminders come about.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { dailyWorkflowId, deliverWorkflowId, taskQueue, workflowNames } from '../../contract/temporal.ts'
import type { Machine } from './machine.ts'

const LOOK_EVERY_MS = 100
/** By then a step is under way. */
const BEGUN_MS = 2000

type Recorded = Promise<{ workflowId: string }>

async function begin({ temporal, account }: Machine, day: string): Promise<string> {
  const workflowId = `${dailyWorkflowId(account)}-${day}`
  await temporal.workflow.start(workflowNames.daily, { workflowId, taskQueue: taskQueue(account), args: [{ day }] })
  return workflowId
}

export const liveDay = async (machine: Machine): Recorded => ({ workflowId: await begin(machine, '2031-05-01') })

/** The API refuses the key: what needs it fails, the rest is done. */
export async function failDay(machine: Machine): Recorded {
  await machine.replaceKey()
  const workflowId = await begin(machine, '2031-05-02')
  const handle = machine.temporal.workflow.getHandle(workflowId)
  while ((await handle.describe()).status.name === 'RUNNING') await delay(LOOK_EVERY_MS)
  await machine.worker.stop()
  await machine.startWorker()
  return { workflowId }
}

/** A day that waits for kitroom.yaml to be mended. */
export async function waitDay(machine: Machine): Recorded {
  const file = join(machine.dataDir, 'kitroom.yaml')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, 'reminders: { at: noon }\n')
  const workflowId = await begin(machine, '2031-05-03')
  await delay(BEGUN_MS)
  writeFileSync(file, text)
  return { workflowId }
}

export async function deliverLate({ temporal, account }: Machine): Recorded {
  const workflowId = deliverWorkflowId(account)
  await temporal.workflow.execute(workflowNames.deliver, { workflowId, taskQueue: taskQueue(account), args: [] })
  return { workflowId }
}
