import type { DatabaseOptions } from './types.ts'

/** Reports each different error of an outage once. */
export class OutageReport {
  readonly #onStopped: DatabaseOptions['onStopped']
  readonly #reasons = new Set<string>()

  constructor(onStopped: DatabaseOptions['onStopped']) {
    this.#onStopped = onStopped
  }

  add(error: unknown): void {
    const reason = String(error)
    if (this.#reasons.has(reason)) return
    this.#reasons.add(reason)
    // The pool adds the client to an error. The client's settings and keys must not be logged.
    if (error instanceof Error) Reflect.deleteProperty(error, 'client')
    this.#onStopped?.(error)
  }

  end(): void {
    this.#reasons.clear()
  }
}
