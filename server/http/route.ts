import type { Socket } from 'node:net'
import type { Operation } from '../../contract/operation.ts'
import type { Actor } from '../auth/keys.ts'
import type { AppContext } from '../context.ts'
import type { Write } from '../db/write.ts'
import type { AnyBody, Answer } from '../answer.ts'
import type { Precondition } from './conditional.ts'

/** What a reading use case gets. */
export interface ReadContext {
  app: AppContext
  actor: Actor
  /** Record id of the path, lower case; empty where the path has none. */
  id: string
  /** The query as sent, without the question mark. */
  query: string
  accept: string | undefined
  ifNoneMatch: Precondition | undefined
  /** The connection that the answer goes to. It closes when nobody waits for the answer any more. */
  connection: Socket
}

/** What a writing use case gets. It checks everything before it changes anything: an error after a change undoes the write. */
export interface WriteContext {
  write: Write
  requestId: string
  id: string
  ifMatch: Precondition | undefined
}

/** What a writing use case gets that needs more than the database. */
export interface ServerWriteContext extends WriteContext {
  app: AppContext
  actor: Actor
}

/** What came of a write, for the client and for the audit row. */
export interface WriteResult {
  answer: Answer
  /** What a repeat with the same Idempotency-Key is answered instead, where the answer holds a secret that must not be stored. */
  repeated?: Answer
  objectId?: string
  changed?: string[]
  versionBefore?: string
  versionAfter?: string
}

export interface ReadRoute {
  kind: 'read'
  operation: Operation
  read: (context: ReadContext) => Promise<Answer<AnyBody>>
}

export interface WriteRoute {
  kind: 'write'
  operation: Operation
  /** Checks the parsed body. Throws AppError validation_failed with all faults. */
  check: (body: unknown) => unknown
  write: (context: ServerWriteContext, body: never) => Promise<WriteResult>
}

export type Route = ReadRoute | WriteRoute

/** Binds a reading operation to its use case. */
export const bindRead = (operation: Operation, read: ReadRoute['read']): ReadRoute => ({ kind: 'read', operation, read })

/** Binds a writing operation to the check of its body and its use case. */
export const bindWrite = <Body>(
  operation: Operation,
  check: (body: unknown) => Body,
  write: (context: ServerWriteContext, body: Body) => Promise<WriteResult>,
): WriteRoute => ({
  kind: 'write',
  operation,
  check,
  write,
})
