/** The parsing child runs with --expose-gc. */
const { gc } = globalThis as { gc?: () => void }

const ANY_TEXT = /^/

/** Frees unused buffers and strings of a large file. V8 would free them late, since they are outside its heap. */
export function freeMemory(): void {
  // V8 retains the last text that a regular expression has searched, so search another one.
  ANY_TEXT.exec('')
  gc?.()
}
