import { createLookupBuilder } from '../../platform/sql/lookup.ts'
import type { Schema } from './schema.ts'

/** Defines how rows of the API database are found by a key: `defineLookup('gear', 'id', ['record'])`. */
export const defineLookup = createLookupBuilder<Schema>()
