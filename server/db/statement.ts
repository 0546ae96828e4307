import { statement } from '../../platform/sql/statement.ts'
import type { Schema } from './schema.ts'

/** Defines a query over the API database, compiled once: `define<Args, Row>()((db, arg) => …)`. */
export const define = statement<Schema>()
