import type { BulkEdit } from '../../contract/control/bulkEdit.ts'

/** Owner key of a control request. */
export interface RequestCaller {
  keyId: string
  name: string
}

/** Sender of a control request. */
export interface RequestContext {
  /** Undefined for this machine's token, and for an API server that does not send names of keys. */
  caller?: RequestCaller | undefined
}

/** Converts the key to the form that a run stores. */
export const toAuthor = (caller: RequestCaller | undefined): BulkEdit['by'] =>
  caller ? { key_id: caller.keyId, name: caller.name } : null
