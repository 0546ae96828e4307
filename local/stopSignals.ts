import { signalAllChildren } from './child.ts'

const TWINS_MS = 2000

export interface StopSignals {
  asked: Promise<void>
  isAsked: () => boolean
}

/**
 * Listens for Ctrl-C, SIGTERM and a closed terminal. The first one asks to stop; those that follow within two seconds are the same wish
 * (npm and the terminal each send one); a later one means now: the children are killed and we leave with code 1.
 * `onAsked` runs with the first.
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
    } else if (performance.now() - askedAtMs > TWINS_MS) {
      signalAllChildren('SIGKILL')
      process.exit(1)
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  return { asked, isAsked: () => askedAtMs !== undefined }
}
