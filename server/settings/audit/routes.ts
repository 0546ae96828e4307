import { exportAudit, listAudit, verifyAudit } from '../../../contract/settings/audit.ts'
import { bindRead, type Route } from '../../http/route.ts'
import { exportAuditEntries } from './export.ts'
import { listAuditEntries } from './list.ts'
import { verifyAuditChain } from './verify.ts'

export const auditRoutes: Route[] = [
  bindRead(listAudit, listAuditEntries),
  bindRead(exportAudit, exportAuditEntries),
  bindRead(verifyAudit, verifyAuditChain),
]
