import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Schema } from './schema.ts'

/** Defines a query over the API database, compiled once: `defineStatement<Args, Row>()((db, arg) => …)`. */
export const defineStatement = createStatementBuilder<Schema>()
