// Scenarios of the workflows that write shoots to Google Calendar.
import { setTimeout as delay } from 'node:timers/promises'
import {
  CHANGED_SIGNAL,
  googleCalendarWorkflowId,
  shootsWorkflowId,
  taskQueue,
  workflowNames,
} from '../../../contract/temporal.ts'
import type { Machine } from './machine.ts'

interface Recorded {
  workflowId: string
}

/** Longer than a push without shoots. */
const PUSH_MS = 3000

const signal = ({ temporal, account }: Machine, workflow: string, workflowId: string, args: object[]) =>
  temporal.workflow.signalWithStart(workflow, {
    workflowId,
    taskQueue: taskQueue(account),
    signal: CHANGED_SIGNAL,
    signalArgs: [],
    args,
  })

/** Two pushes, the second because of a wake-up, and the wait for the next one. */
export async function calendarSleeping(machine: Machine): Promise<Recorded> {
  const workflowId = googleCalendarWorkflowId(machine.account, 'team')
  await delay(PUSH_MS)
  await signal(machine, workflowNames.googleCalendar, workflowId, [{ calendar: 'team' }])
  await delay(PUSH_MS)
  return { workflowId }
}

export async function shootsFollowed(machine: Machine): Promise<Recorded> {
  const workflowId = shootsWorkflowId(machine.account)
  const handle = await signal(machine, workflowNames.shoots, workflowId, [])
  await handle.result()
  return { workflowId }
}
