import type { BulkEdit } from '../../contract/control/bulkEdit.ts'
import type { WorkerContext } from './context.ts'

/** The owner key of a control request. */
export interface RequestCaller {
  keyId: string
  name: string
}

/** The worker as a control request has it. */
export interface RequestContext extends WorkerContext {
  /** Undefined for this machine's token, and for an API server that does not send names of keys. */
  caller?: RequestCaller | undefined
}

/** The key as a run stores it. */
export const toAuthor = (caller: RequestCaller | undefined): BulkEdit['by'] =>
  caller ? { key_id: caller.keyId, name: caller.name } : null
