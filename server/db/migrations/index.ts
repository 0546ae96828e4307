import type { Migration } from '../../../platform/sql/migrate.ts'
import { first } from './0001_first.ts'
import { shoots } from './0002_shoots.ts'
import { maintenanceDocuments } from './0003_maintenance_documents.ts'
import { keys } from './0004_keys.ts'
import { audit } from './0005_audit.ts'
import { webhooks } from './0006_webhooks.ts'
import { revokedRotations } from './0007_revoked_rotations.ts'
import { clockWatch } from './0008_clock_watch.ts'
import { deletedRecords } from './0009_deleted_records.ts'
import { mergedAudit } from './0010_merged_audit.ts'
import { recordSchema } from './0011_record_schema.ts'
import { gearToList } from './0012_gear_to_list.ts'
import { consoleSessions } from './0013_console_sessions.ts'
import { gearOrders } from './0014_gear_orders.ts'
import { signingKeys } from './0015_signing_keys.ts'

export const migrations: readonly Migration[] = [
  first,
  shoots,
  maintenanceDocuments,
  keys,
  audit,
  webhooks,
  revokedRotations,
  clockWatch,
  deletedRecords,
  mergedAudit,
  recordSchema,
  gearToList,
  consoleSessions,
  gearOrders,
  signingKeys,
]
