import type { Migration } from '../../platform/sql/migrate.ts'
import { baseline } from './0001_baseline.ts'

export const migrations: readonly Migration[] = [baseline]
