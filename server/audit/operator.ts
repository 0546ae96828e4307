import { appendAudit } from './chain.ts'
import type { Write } from '../db/write.ts'

/** Who is at the server's terminal has no key. */
const OPERATOR_KEY = { id: '00000000-0000-0000-0000-000000000000', hint: 'operator' }

/** Leaves an audit row of an operator command, such as `/account/repair-clock`, in the transaction of what it changes. */
export const auditOperator = (write: Write, route: string, requestId: string): Promise<void> =>
  appendAudit(write, [
    {
      at: write.at,
      requestId,
      keyId: OPERATOR_KEY.id,
      keyHint: OPERATOR_KEY.hint,
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
