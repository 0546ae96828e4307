import type { Socket } from 'node:net'
import type { Operation } from '../../contract/operation.ts'
import type { ClientOrigin } from '../../platform/http/clientOrigin.ts'
import type { LookupKey } from '../../platform/sql/lookup.ts'
import type { Actor } from '../auth/keyCache.ts'
import type { AppContext, UseCaseContext } from '../context/context.ts'
import type { AccountState } from '../db/accountState.ts'
import type { AccountWrite } from '../db/write.ts'
import type { AnyBody, Answer } from '../answer.ts'
import type { Exchange } from './exchange.ts'
import type { Precondition } from '../../platform/http/conditional.ts'

export interface ReadContext {
  app: UseCaseContext
  actor: Actor
  /** State of the account that includes every write answered before the request; undefined if it must be read. */
  state: AccountState | undefined
  /** Record id in the path, lower case; empty if the path has none. */
  id: string
  query: string
  accept: string | undefined
  ifNoneMatch: Precondition | undefined
  /** Closes when the client no longer waits for the answer. */
  connection: Socket
}

/**
 * Input of a writing use case. The use case must check everything before the first change: an error after a change
 * undoes the write.
 */
export interface WriteContext {
  write: AccountWrite
  requestId: string
  id: string
  ifMatch: Precondition | undefined
}

export interface ServerWriteContext extends WriteContext {
  app: UseCaseContext
  actor: Actor
  /** Query parameters, by the schemas of the operation. */
  query: Readonly<Record<string, unknown>>
  /** Origin of the request. */
  client: ClientOrigin
}

export interface WriteResult {
  answer: Answer
  /** Response to store for repeated requests instead of `answer`, if `answer` contains a secret. */
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
  /** Checks the parsed body. @throws AppError validation_failed with all faults */
  check: (body: unknown) => unknown
  write: (context: ServerWriteContext, body: never) => Promise<WriteResult>
  /** Lists rows that the use case will read, as far as the request shows. Each other row takes a separate query. */
  reads?: (id: string, body: never) => LookupKey[]
}

/** A route that finds its caller itself. */
export interface OpenRoute {
  kind: 'open'
  operation: Operation
  perform: (app: AppContext, exchange: Exchange, operation: Operation) => Promise<Answer>
}

export type Route = ReadRoute | WriteRoute | OpenRoute

export const bindRead = (operation: Operation, read: ReadRoute['read']): ReadRoute => ({
  kind: 'read',
  operation,
  read,
})

export const bindOpen = (operation: Operation, perform: OpenRoute['perform']): OpenRoute => ({
  kind: 'open',
  operation,
  perform,
})

export const bindWrite = <Body>(
  operation: Operation,
  check: (body: unknown) => Body,
  write: (context: ServerWriteContext, body: Body) => Promise<WriteResult>,
  reads?: (id: string, body: Body) => LookupKey[],
): WriteRoute => ({
  kind: 'write',
  operation,
  check,
  write,
  ...(reads && { reads }),
})
