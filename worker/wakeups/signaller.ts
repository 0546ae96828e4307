import type { InboxTopic } from '../../contract/temporal.ts'
import type { WorkerContext } from '../context/context.ts'
import { isTemporalUnusable } from '../context/faults.ts'
import { signalTopics } from './signal.ts'

/** Delay before a signal, so that a burst of events causes only one. */
const BATCH_DELAY_MS = 250

/** Signals workflows shortly after events arrive. The next round repeats failed signals. */
export interface Signaller {
  queueSignals(topics: readonly InboxTopic[]): void
  /** Sends no more signals; waiting events stay in the inbox. */
  stop(): Promise<void>
}

export function createSignaller(context: WorkerContext): Signaller {
  const pendingTopics = new Set<InboxTopic>()
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> = Promise.resolve()
  const flush = async (): Promise<void> => {
    const topics = [...pendingTopics]
    pendingTopics.clear()
    try {
      await signalTopics(context, topics)
    } catch (error) {
      if (isTemporalUnusable(error)) context.log.debug('Temporal cannot be signalled now; events wait in the inbox.')
      else context.log.error({ err: error }, 'a workflow could not be signalled; its events wait in the inbox')
    }
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
