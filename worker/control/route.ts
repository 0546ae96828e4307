import type { Input, Operation, Reply } from '../../contract/operation.ts'
import type { WorkerContext } from '../context/context.ts'
import type { GoogleAccess } from '../google/context.ts'
import type { ProblemSupervisor } from '../problems/supervisor.ts'
import type { RequestContext } from '../context/requestCaller.ts'

export interface ControlContext extends WorkerContext, GoogleAccess, RequestContext {
  problems: ProblemSupervisor
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
      handle: (context: ControlContext, input: Input<Operation>, bytes: Buffer) => Promise<unknown>
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

/** A route that takes raw request bytes and replies with JSON. */
export const uploadRoute = <T extends Operation>(
  operation: T,
  handle: (context: ControlContext, input: Input<T>, bytes: Buffer) => Promise<Reply<T>>,
): Route => ({
  kind: 'upload',
  operation,
  handle: (context, input: UntypedInput, bytes) => handle(context, input as Input<T>, bytes),
})

/** A route that replies with NDJSON, one line per value. @param isBatched for many values that do not have to wait for each other */
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
