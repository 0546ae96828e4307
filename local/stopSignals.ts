import { signalAllChildren } from './child.ts'

const DUPLICATE_WINDOW_MS = 2000

export interface StopSignals {
  stopRequested: Promise<void>
  isStopRequested: () => boolean
}

/**
 * Listens for Ctrl-C, SIGTERM and a closed terminal. Further signals within two seconds are duplicates, because npm and
 * the terminal each send one. A later signal kills the children and exits with 1.
 * @param onRequested called at the first signal
 */
export function listenForStop(onRequested: () => void): StopSignals {
  let requestedAtMs: number | undefined
  let resolveRequested: () => void = () => undefined
  const requested = new Promise<void>((resolve) => (resolveRequested = resolve))
  const onSignal = (): void => {
    if (requestedAtMs === undefined) {
      requestedAtMs = performance.now()
      onRequested()
      resolveRequested()
    } else if (performance.now() - requestedAtMs > DUPLICATE_WINDOW_MS) {
      signalAllChildren('SIGKILL')
      process.exit(1)
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  return { stopRequested: requested, isStopRequested: () => requestedAtMs !== undefined }
}
