/** The parsing child runs with --expose-gc. */
const { gc } = globalThis as { gc?: () => void }

const ANY_TEXT = /^/

/** Frees the buffers and strings of a large file that are no longer used. V8 would free them late, since they are outside of its heap. */
export function freeMemory(): void {
  // V8 holds the text that a regular expression has searched last.
  ANY_TEXT.exec('')
  gc?.()
}
