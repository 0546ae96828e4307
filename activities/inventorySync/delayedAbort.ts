/** Aborts some time after another signal, so that requests in flight can complete. `end` clears the timer. */
export function delayedAbort(signal: AbortSignal, afterMs: number): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const startTimer = (): void => {
    timer = setTimeout(() => controller.abort(signal.reason), afterMs)
  }
  if (signal.aborted) startTimer()
  else signal.addEventListener('abort', startTimer, { once: true })
  const end = (): void => {
    signal.removeEventListener('abort', startTimer)
    clearTimeout(timer)
  }
  return { signal: controller.signal, end }
}
