// Starts the Kitroom worker: reads settings, connects to the API and Temporal, serves the control plane and ingress,
// and stops on a signal.
import { stopSignal } from '../platform/stopSignals.ts'
import './process/heap.ts'
import { ConfigError } from '../platform/environment.ts'
import { createLog } from '../platform/log.ts'
import { loadWorkerConfig } from './context/config.ts'
import { runWorker } from './process/runWorker.ts'

try {
  const config = loadWorkerConfig(process.env)
  await runWorker(config, createLog({ ...config.log, name: 'worker' }), stopSignal)
  // Native threads of the SDK could keep the process alive.
  process.exit(0)
} catch (error) {
  const isConfigError = error instanceof ConfigError
  if ((error as Error).name === 'AbortError') process.exit(0)
  process.stderr.write(
    isConfigError ? `${error.message}\n` : `The worker cannot go on: ${(error as Error).stack ?? String(error)}\n`,
  )
  process.exit(1)
}
