// Follows the versions of the records for all tabs of a browser. One of the visible tabs waits for a change and informs
// the others.
import type { RecordVersions } from '../../contract/console.ts'

const NAME = 'kitroom.changes'
/** Time for which the server delays a response without changes. */
const WAIT_S = 20
/** Minimum time between two requests, also after a failed one. */
const PAUSE_MS = 3_000

interface Following {
  /** Reads the versions. With `waitS` it resolves once they differ from the known ones, or after that many seconds. */
  read: (waitS: number, signal: AbortSignal) => Promise<RecordVersions>
  onVersions: (versions: RecordVersions) => void
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })

const isShown = (): boolean => document.visibilityState === 'visible'

async function waitUntilShown(signal: AbortSignal): Promise<void> {
  while (!isShown() && !signal.aborted)
    await new Promise<void>((resolve) => {
      document.addEventListener('visibilitychange', () => resolve(), { once: true, signal })
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
}

/** Aborts when the tab is hidden. */
function createHiddenSignal(): AbortSignal {
  const hidden = new AbortController()
  document.addEventListener('visibilitychange', () => hidden.abort(), { once: true })
  return hidden.signal
}

async function readInTurn(
  { read, onVersions }: Following,
  waitS: number,
  channel: BroadcastChannel,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const startMs = performance.now()
    const versions = await read(waitS, signal)
    onVersions(versions)
    channel.postMessage(versions)
    await pause(startMs + PAUSE_MS - performance.now(), signal)
  }
}

async function followWhileShown(following: Following, channel: BroadcastChannel, signal: AbortSignal): Promise<void> {
  following.onVersions(await following.read(0, signal))
  // Undefined over plain http, except from this machine. Then each tab polls: waiting requests would use up the
  // browser's connections.
  const locks = navigator.locks as LockManager | undefined
  if (locks) await locks.request(NAME, { signal }, () => readInTurn(following, WAIT_S, channel, signal))
  else await readInTurn(following, 0, channel, signal)
}

/** Calls `onVersions` with each response while the tab is visible, until the returned function is called. */
export function followChanges(following: Following): () => void {
  const ended = new AbortController()
  const channel = new BroadcastChannel(NAME)
  channel.addEventListener('message', ({ data }) => following.onVersions(data as RecordVersions))
  const follow = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      await waitUntilShown(ended.signal)
      const signal = AbortSignal.any([ended.signal, createHiddenSignal()])
      // The lists show failures; this loop continues until it succeeds.
      await followWhileShown(following, channel, signal).catch(() => pause(PAUSE_MS, signal))
    }
  }
  void follow()
  return () => {
    ended.abort()
    channel.close()
  }
}
