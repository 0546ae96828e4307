// Matchers for replies of the API. A failure shows the status, code, detail and faults of the received reply.
import { expect, type MatcherState } from 'vitest'
import type { Fault } from '../../contract/errors.ts'

/** Any reply whose body has been read as text. */
interface ReceivedReply {
  status: number
  text: string
}

interface ReceivedProblem {
  code?: unknown
  detail?: unknown
  errors?: readonly Fault[]
}

interface MatchResult {
  pass: boolean
  message: () => string
  actual: unknown
  expected: unknown
}

/** A matcher of replies only: `never` for a received value of another type. */
type OfReply<T, Matcher> = unknown extends T ? Matcher : T extends ReceivedReply ? Matcher : never

interface ReplyMatchers<R, T> {
  /** Compares the status of a reply. */
  toHaveStatus: OfReply<T, (status: number) => R>
  /** Compares status and code of a problem document and, if given, all its faults as `Reply.faults()` lists them. */
  toBeProblem: OfReply<T, (status: number, code: string, faults?: readonly unknown[]) => R>
  /** Compares the status and all faults of a problem document, whatever its code. */
  toHaveFaults: OfReply<T, (status: number, faults: readonly unknown[]) => R>
}

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> extends ReplyMatchers<R, T> {}
}

function readProblem(text: string): ReceivedProblem | undefined {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && 'code' in body ? body : undefined
  } catch {
    return undefined
  }
}

/** Faults of a problem as `<pointer, parameter or header> <code>`, sorted. */
export const listFaults = (errors: readonly Fault[] = []): string[] =>
  errors.map((fault) => `${fault.pointer ?? fault.parameter ?? fault.header} ${fault.code}`).toSorted()

function describe({ status, text }: ReceivedReply): string {
  const problem = readProblem(text)
  if (!problem) return `${status} ${text.slice(0, 1000)}`
  const faults = (problem.errors ?? []).map(
    (fault) => `\n  ${fault.pointer ?? fault.parameter ?? fault.header} ${fault.code}: ${fault.detail}`,
  )
  return `${status} ${String(problem.code)}: ${String(problem.detail)}${faults.join('')}`
}

/** Values may be asymmetric matchers, such as `expect.any(String)`. */
function compare(
  state: MatcherState,
  reply: ReceivedReply,
  actual: object,
  expected: object,
  wanted: string,
): MatchResult {
  return {
    pass: state.equals(actual, expected),
    message: () => `expected the reply ${state.isNot ? 'not ' : ''}to ${wanted}, received ${describe(reply)}`,
    actual,
    expected,
  }
}

expect.extend({
  toHaveStatus(reply: ReceivedReply, status: number) {
    return compare(this, reply, { status: reply.status }, { status }, `have status ${status}`)
  },
  toBeProblem(reply: ReceivedReply, status: number, code: string, faults?: readonly unknown[]) {
    const problem = readProblem(reply.text)
    const actual = { status: reply.status, code: problem?.code, ...(faults && { faults: listFaults(problem?.errors) }) }
    const expected = { status, code, ...(faults && { faults }) }
    const wanted = `be the problem ${status} ${code}${faults ? ` with the faults ${JSON.stringify(faults)}` : ''}`
    return compare(this, reply, actual, expected, wanted)
  },
  toHaveFaults(reply: ReceivedReply, status: number, faults: readonly unknown[]) {
    const actual = { status: reply.status, faults: listFaults(readProblem(reply.text)?.errors) }
    return compare(
      this,
      reply,
      actual,
      { status, faults },
      `have status ${status} and the faults ${JSON.stringify(faults)}`,
    )
  },
})
