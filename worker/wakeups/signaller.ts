import type { InboxTopic } from '../../contract/temporal.ts'
import type { SignalContext } from './startOrSignal.ts'
import { findTopicWorkflows } from './kinds/events.ts'
import { runWakeup, type WakeupContext } from './wakeup.ts'

/** Delay before a signal, so that a burst of events causes only one. */
const BATCH_DELAY_MS = 250

/** Signals workflows shortly after events arrive. The wake-up of events repeats failed signals. */
export interface Signaller {
  queueSignals(topics: readonly InboxTopic[]): void
  /** Stops sending signals; pending events stay in the inbox. */
  stop(): Promise<void>
}

export function createSignaller(context: SignalContext & WakeupContext): Signaller {
  const pendingTopics = new Set<InboxTopic>()
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> = Promise.resolve()
  const flush = (): Promise<void> => {
    const topics = [...pendingTopics]
    pendingTopics.clear()
    return runWakeup(context, { id: 'events', find: () => findTopicWorkflows(context, topics) })
  }
  const queueSignals = (topics: readonly InboxTopic[]): void => {
    for (const topic of topics) pendingTopics.add(topic)
    timer ??= setTimeout(() => {
      timer = undefined
      flushing = flush()
    }, BATCH_DELAY_MS)
  }
  const stop = async (): Promise<void> => {
    clearTimeout(timer)
    await flushing
  }
  return { queueSignals, stop }
}
