import { useRef } from 'react'

/**
 * Chooses the Idempotency-Key of a form. Equal bodies get the same one, so that a repetition after a lost response
 * creates nothing twice.
 */
export function useRepeatKey(): (body: unknown) => string {
  const last = useRef<{ text: string; key: string }>(undefined)
  return (body) => {
    const text = JSON.stringify(body)
    if (last.current?.text !== text) last.current = { text, key: crypto.randomUUID() }
    return last.current.key
  }
}
