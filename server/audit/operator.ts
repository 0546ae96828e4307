import { appendAudit } from './chain.ts'
import type { AccountWrite } from '../db/write.ts'

/** Key in audit rows for the person at the server's terminal, who has no key. */
const OPERATOR_KEY = { id: '00000000-0000-0000-0000-000000000000', hint: 'operator' }

export const auditOperator = (write: AccountWrite, route: string, requestId: string): Promise<void> =>
  appendAudit(write, [
    {
      at: write.at,
      requestId,
      keyId: OPERATOR_KEY.id,
      keyHint: OPERATOR_KEY.hint,
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
