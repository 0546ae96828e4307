// Preloaded into a process: measures the longest delay of its event loop. The test requests the value by creating the
// file `<KITROOM_DELAYS>.ask`.
/* oxlint-disable kitroom/no-test-clock -- It is a clock of its own: what it measures excludes the time without a core. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const file = process.env['KITROOM_DELAYS']
const RESOLUTION_MS = 5
/** Of the main thread: its time on a core, and its time ready to run without one, which a busy machine causes. */
const SCHEDULER_FILE = '/proc/self/schedstat'
const hasScheduler = existsSync(SCHEDULER_FILE)

const waitedForCoreMs = (): number =>
  hasScheduler ? Number(readFileSync(SCHEDULER_FILE, 'utf8').split(' ')[1]) / 1e6 : 0

if (file !== undefined && isMainThread) {
  let [turnMs, waitedMs, longestMs] = [performance.now(), waitedForCoreMs(), 0]
  setInterval(() => {
    const [nextTurnMs, nextWaitedMs] = [performance.now(), waitedForCoreMs()]
    longestMs = Math.max(longestMs, nextTurnMs - turnMs - RESOLUTION_MS - (nextWaitedMs - waitedMs))
    ;[turnMs, waitedMs] = [nextTurnMs, nextWaitedMs]
    if (!existsSync(`${file}.ask`)) return
    writeFileSync(file, String(longestMs))
    longestMs = 0
    rmSync(`${file}.ask`)
  }, RESOLUTION_MS).unref()
}
