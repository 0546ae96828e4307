import { signalAllChildren } from './child.ts'

const DUPLICATE_MS = 2000

export interface StopSignals {
  asked: Promise<void>
  isAsked: () => boolean
}

/**
 * Listens for Ctrl-C, SIGTERM and a closed terminal. Further signals within two seconds are duplicates, because npm and the terminal each send one. A
 * later signal kills the children and exits with 1.
 * @param onAsked called at the first
 */
export function listenForStop(onAsked: () => void): StopSignals {
  let askedAtMs: number | undefined
  let ask: () => void = () => undefined
  const asked = new Promise<void>((resolve) => (ask = resolve))
  const onSignal = (): void => {
    if (askedAtMs === undefined) {
      askedAtMs = performance.now()
      onAsked()
      ask()
    } else if (performance.now() - askedAtMs > DUPLICATE_MS) {
      signalAllChildren('SIGKILL')
      process.exit(1)
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  return { asked, isAsked: () => askedAtMs !== undefined }
}
