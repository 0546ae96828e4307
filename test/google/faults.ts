import { methods } from './discovery/documents.ts'

/** What goes wrong with a call. */
export type Fault =
  /** An error answer; nothing is executed. @property retryAfter seconds */
  | { status: 403 | 429 | 500 | 503; reason?: string; retryAfter?: number }
  /** The answer waits. */
  | { slowMs: number }
  /** Headers and half of the body arrive immediately, the rest waits. */
  | { slowBodyMs: number }
  /** The connection is destroyed half-way through the body, after the call was executed. */
  | { cut: true }
  /** The call is executed, then answered with an error. */
  | { commitThen: 500 | 503 }
  /** The token is refused, as when Google ends it early. */
  | { unauthorizedOnce: true }
  /** The token endpoint refuses the client or the account. */
  | { tokenError: 'admin_policy_enforced' | 'deleted_client' | 'unauthorized_client' }

const knownMethods = new Set(['token', 'revoke', 'consent', ...methods.map(({ id }) => id)])

function checkMethod(method: string): void {
  if (!knownMethods.has(method))
    throw new Error(`${method} is no method of the emulator: ${[...knownMethods].join(', ')}`)
}

/** Faults by script. Methods are ids of discovery documents, `sheets.spreadsheets.get`, or `token` or `revoke`. */
export class Faults {
  readonly #faults = new Map<string, Fault[]>()
  readonly #edits = new Map<string, (() => void)[]>()

  /** Queues a fault for the next calls of a method. Several faults apply in order, one a call. */
  next(method: string, fault: Fault, times = 1): void {
    checkMethod(method)
    this.#faults.set(method, [...(this.#faults.get(method) ?? []), ...Array.from({ length: times }, () => fault)])
  }

  /** Runs a function once, after the next call of a method is executed and before its answer leaves. */
  between(method: string, edit: () => void): void {
    checkMethod(method)
    this.#edits.set(method, [...(this.#edits.get(method) ?? []), edit])
  }

  clear(): void {
    this.#faults.clear()
    this.#edits.clear()
  }

  /** For the server. @returns the fault of this call */
  take(method: string): Fault | undefined {
    return this.#faults.get(method)?.shift()
  }

  /** For the server. */
  runEdit(method: string): void {
    this.#edits.get(method)?.shift()?.()
  }
}
