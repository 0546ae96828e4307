import { SETTINGS_BASE } from '../../../contract/settings/operations.ts'
import { issueKeyRow, type KeyDetails } from '../../auth/issueKey.ts'
import type { ApiKeyRow } from '../../db/schema.ts'
import type { AccountWrite } from '../../db/write.ts'
import { jsonAnswer } from '../../answer.ts'
import type { WriteResult } from '../../http/route.ts'
import { etagOfKey, formatIssuedKey } from './view.ts'

/** Creates a key and its response. The response that is stored for repetitions does not contain the key. */
export async function issueKeyWithAnswer(
  write: AccountWrite,
  key: Omit<KeyDetails, 'account'>,
): Promise<{ row: ApiKeyRow; result: WriteResult }> {
  write.changed = true
  const { row, secret } = await issueKeyRow(
    write.tx,
    { ...key, id: write.newId(), account: write.account },
    write.nowMs,
  )
  const headers = { etag: etagOfKey(row), location: `${SETTINGS_BASE}/keys/${row.id}` }
  return {
    row,
    result: {
      answer: jsonAnswer(201, formatIssuedKey(row, secret), headers),
      repeated: jsonAnswer(201, formatIssuedKey(row, null), headers),
    },
  }
}
