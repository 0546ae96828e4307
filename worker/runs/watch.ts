import { setTimeout as delay } from 'node:timers/promises'
import type { watchRun } from '../../contract/control/control.ts'
import type { Input } from '../../contract/operation.ts'
import { isFinal } from '../../contract/temporal.ts'
import type { StateAccess } from '../context/context.ts'
import { readRunView } from './find.ts'

const POLL_INTERVAL_MS = 50
/** The last line is repeated after this time, so that proxies do not close an idle connection. */
const REPEAT_INTERVAL_MS = 60_000

/** Yields the run at every change, until it waits or has ended. */
export async function* streamRunChanges(context: StateAccess, { params }: Input<typeof watchRun>): AsyncGenerator {
  let sentText = ''
  let sentAtMs = 0
  for (;;) {
    const run = await readRunView(context, params.id)
    const text = JSON.stringify(run)
    if (text !== sentText || performance.now() - sentAtMs > REPEAT_INTERVAL_MS) {
      sentText = text
      sentAtMs = performance.now()
      yield run
    }
    if (run.status === 'waiting' || isFinal(run.status)) return
    await delay(POLL_INTERVAL_MS)
  }
}
