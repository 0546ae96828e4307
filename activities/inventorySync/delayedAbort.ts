/** Aborts some time after another signal, so that requests in flight can complete. `end` clears the timer. */
export function delayedAbort(signal: AbortSignal, afterMs: number): { signal: AbortSignal; end: () => void } {
  const late = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const begin = (): void => {
    timer = setTimeout(() => late.abort(signal.reason), afterMs)
  }
  if (signal.aborted) begin()
  else signal.addEventListener('abort', begin, { once: true })
  const end = (): void => {
    signal.removeEventListener('abort', begin)
    clearTimeout(timer)
  }
  return { signal: late.signal, end }
}
