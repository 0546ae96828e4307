// Preloaded into a process: measures the longest delay of its event loop. The test requests the value by creating the file `<KITROOM_DELAYS>.ask`.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const file = process.env['KITROOM_DELAYS']
const RESOLUTION_MS = 5

if (file !== undefined && isMainThread) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  setInterval(() => {
    if (!existsSync(`${file}.ask`)) return
    writeFileSync(file, String(delays.max / 1e6))
    delays.reset()
    rmSync(`${file}.ask`)
  }, RESOLUTION_MS).unref()
}
