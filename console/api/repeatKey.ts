import { useRef } from 'react'

/** Chooses the Idempotency-Key of a form: the same one for the same body, so that a repeat after a lost answer creates nothing twice. */
export function useRepeatKey(): (body: unknown) => string {
  const last = useRef<{ text: string; key: string }>(undefined)
  return (body) => {
    const text = JSON.stringify(body)
    if (last.current?.text !== text) last.current = { text, key: crypto.randomUUID() }
    return last.current.key
  }
}
