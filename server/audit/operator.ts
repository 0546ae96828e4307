import { appendAudit } from './chain.ts'
import { OPERATOR, type AccountWrite } from '../db/write.ts'

export const auditOperator = (write: AccountWrite, route: string, requestId: string): Promise<void> =>
  appendAudit(write, [
    {
      at: write.at,
      requestId,
      keyId: OPERATOR.id,
      keyHint: OPERATOR.kind,
      sessionId: null,
      scope: null,
      method: 'POST',
      route,
      query: null,
      status: 200,
      errorCode: null,
      durationUs: 0,
      bytesIn: 0,
      bytesOut: 0,
      ip: '',
      userAgent: null,
      clientRequestId: null,
      idempotencyHash: null,
      replayed: false,
      objectType: 'account',
      objectId: write.account,
      changed: null,
      versionBefore: null,
      versionAfter: null,
      count: 1,
    },
  ])
