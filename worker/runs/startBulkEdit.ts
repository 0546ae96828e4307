import { flattenFields } from '../../contract/api/fieldKeys.ts'
import { v7 as uuidv7 } from 'uuid'
import type { BulkEdit } from '../../contract/control/bulkEdit.ts'
import type { createBulkEdit, NewBulkEdit } from '../../contract/control/controlBulkEdit.ts'
import type { Input, Reply } from '../../contract/operation.ts'
import { EDIT_PREFIX, type Choice } from '../../state/sync/bulkEdits.ts'
import { withSourceLock, type RunCommandContext } from '../context/context.ts'
import { toAuthor, type RequestCaller, type RequestContext } from '../context/requestCaller.ts'
import { readRunView } from './find.ts'
import { launchRun } from './start.ts'

/** Converts a request to a choice. An item that is named twice is edited once. */
const toChoice = ({ items = [], except = [] }: NewBulkEdit): Choice => ({
  named: [...new Map(items.map(({ id, etag }) => [id, { gearId: id, seenAt: etag?.slice(1, -1) ?? null }])).values()],
  excluded: [...new Set(except)],
})

const toEdit = ({ filter, updates }: NewBulkEdit, choice: Choice, caller: RequestCaller | undefined): BulkEdit => ({
  items: filter ? null : choice.named.length,
  updates: flattenFields(updates),
  filter,
  by: toAuthor(caller),
})

/** Starts the plan of a bulk edit. It needs no sheet, and always waits for a decision. */
export async function startBulkEdit(
  context: RunCommandContext & RequestContext,
  { body }: Input<typeof createBulkEdit>,
): Promise<Reply<typeof createBulkEdit>> {
  const { caller, log } = context
  const runId = uuidv7()
  const source = EDIT_PREFIX + runId
  const choice = toChoice(body)
  const edit = toEdit(body, choice, caller)
  const origin = {
    run_id: runId,
    source,
    decide: 'wait',
    settings: '{}',
    file: '',
    sha256: '',
    edit: JSON.stringify(edit),
  } as const
  await withSourceLock(context, source, (locked) => launchRun(locked, origin, { choice }))
  log.info({ runId, fields: Object.keys(edit.updates), keyId: caller?.keyId }, 'a bulk edit was started')
  return { data: await readRunView(context, runId) }
}
