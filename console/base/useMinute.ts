import { useSyncExternalStore } from 'react'

const TICK_MS = 30_000
const listeners = new Set<() => void>()
let ticks = 0
let timer: ReturnType<typeof setInterval> | undefined

/** Calls a listener every half minute, until the returned function is called. */
export function onTick(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    ticks += 1
    for (const each of listeners) each()
  }, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Renders again every half minute, so that relative times stay correct. One timer serves all of them. */
export const useMinute = (): number => useSyncExternalStore(onTick, () => ticks)
