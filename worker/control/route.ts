import type { Input, Operation, Reply } from '../../contract/operation.ts'
import type { WorkerContext } from '../context/context.ts'
import type { GoogleAccess } from '../google/context.ts'
import type { ProblemSupervisor } from '../problems/supervisor.ts'
import type { RequestContext } from '../context/requestCaller.ts'
import type { BeginExport } from './exportLimit.ts'
import type { ParseInTurn } from './parseInTurn.ts'
import type { ReceivedSheet, Uploads } from './uploads.ts'

export interface ControlContext extends WorkerContext, GoogleAccess, RequestContext {
  problems: ProblemSupervisor
  uploads: Uploads
  parseInTurn: ParseInTurn
  beginExport: BeginExport
}

export type Route =
  | {
      kind: 'json'
      operation: Operation
      maxBodyBytes?: number
      handle: (context: ControlContext, input: Input<Operation>) => Promise<unknown>
    }
  | {
      kind: 'upload'
      operation: Operation
      handle: (context: ControlContext, input: Input<Operation>, sheet: ReceivedSheet) => Promise<unknown>
    }
  | {
      kind: 'lines'
      isBatched: boolean
      operation: Operation
      handle: (context: ControlContext, input: Input<Operation>) => AsyncIterable<unknown>
    }
  | {
      kind: 'file'
      operation: Operation
      handle: (context: ControlContext, input: Input<Operation>) => AsyncIterable<Uint8Array>
    }

type UntypedInput = Input<Operation>

/** @param maxBodyBytes for a body that may be larger than others */
export const jsonRoute = <T extends Operation>(
  operation: T,
  handle: (context: ControlContext, input: Input<T>) => Promise<Reply<T>>,
  maxBodyBytes?: number,
): Route => ({
  kind: 'json',
  operation,
  maxBodyBytes,
  handle: (context, input: UntypedInput) => handle(context, input as Input<T>),
})

/** A route that takes the bytes of a sheet and replies with JSON. */
export const uploadRoute = <T extends Operation>(
  operation: T,
  handle: (context: ControlContext, input: Input<T>, sheet: ReceivedSheet) => Promise<Reply<T>>,
): Route => ({
  kind: 'upload',
  operation,
  handle: (context, input: UntypedInput, sheet) => handle(context, input as Input<T>, sheet),
})

/**
 * A route that replies with NDJSON, one line per value.
 * @param isBatched for many values that do not have to wait for each other
 */
export const linesRoute = <T extends Operation>(
  operation: T,
  handle: (context: ControlContext, input: Input<T>) => AsyncIterable<unknown>,
  isBatched = false,
): Route => ({
  kind: 'lines',
  isBatched,
  operation,
  handle: (context, input: UntypedInput) => handle(context, input as Input<T>),
})

export const fileRoute = <T extends Operation>(
  operation: T,
  handle: (context: ControlContext, input: Input<T>) => AsyncIterable<Uint8Array>,
): Route => ({
  kind: 'file',
  operation,
  handle: (context, input: UntypedInput) => handle(context, input as Input<T>),
})
