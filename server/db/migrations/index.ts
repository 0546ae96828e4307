import type { Migration } from '../../../platform/sql/migrate.ts'
import { baseline } from './0001_baseline.ts'
import { ownFields } from './0002_own_fields.ts'
import { ownCategories } from './0003_own_categories.ts'

export const migrations: readonly Migration[] = [baseline, ownFields, ownCategories]
