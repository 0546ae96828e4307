import type { Migration } from '../../../platform/sql/migrate.ts'
import { sync } from './0001_sync.ts'

/** Steps of the worker's schema, in order. */
export const migrations: readonly Migration[] = [sync]
