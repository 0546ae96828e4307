import type { SignalContext } from '../startOrSignal.ts'
import type { Task } from '../../context/rounds.ts'
import { runWakeup, type Wakeup, type WakeupContext, type Woken } from '../wakeup.ts'
import { coverage } from './coverage.ts'
import { dailySteps } from './dailySteps.ts'
import { events } from './events.ts'
import { googleCalendars } from './googleCalendars.ts'
import { quotas } from './quotas.ts'
import { reminders } from './reminders.ts'
import { runs } from './runs.ts'

const wakeups: readonly Wakeup[] = [runs, events, coverage, googleCalendars, reminders, dailySteps, quotas]

export interface Wakeups {
  tasks: readonly Task[]
  /** Repeats all immediately, at the worker's start and after an outage, in which Temporal may have lost its data. */
  runAll: () => Promise<void>
}

export function createWakeups(context: SignalContext & WakeupContext): Wakeups {
  const woken: Woken = new Map()
  const tasks = wakeups.map((wakeup) => ({
    id: wakeup.id,
    intervalMs: wakeup.intervalMs,
    run: () => runWakeup(context, wakeup, woken),
  }))
  const runAll = async (): Promise<void> => {
    woken.clear()
    await Promise.all(tasks.map(({ run }) => run()))
  }
  return { tasks, runAll }
}
