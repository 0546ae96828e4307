import { verifyAudit, type AuditReport } from '../../../contract/settings/audit.ts'
import type { Input } from '../../../contract/operation.ts'
import { walkChain } from '../../audit/verify.ts'
import type { Walk } from '../../audit/walk.ts'
import { jsonAnswer, type AnyBody, type Answer } from '../../answer.ts'
import { readQuery } from '../../http/query.ts'
import type { ReadContext } from '../../http/route.ts'

/** A check that takes longer is answered in parts while it runs. */
const ANSWER_TIMEOUT_MS = 2000
/** Interval of the blank lines that keep the connection alive; JSON may begin with blanks. */
const KEEP_ALIVE_MS = 1000

const HEAD_NOT_FOUND = 'the head that was noted earlier is no link of this chain any more: the chain was written anew, or its end was removed since'

function reportText(walk: Walk, head: string | undefined): string {
  const fault = walk.fault ?? (head === undefined || walk.headFound ? null : HEAD_NOT_FOUND)
  const report: AuditReport = {
    ok: fault === null,
    links: walk.links,
    rows: walk.rows,
    count: walk.count,
    pruned_links: walk.prunedLinks,
    pruned_rows: walk.prunedRows,
    pruned_until: walk.prunedUntil,
    seq: walk.seq,
    head: walk.hash,
    head_found: head === undefined ? null : walk.headFound,
    fault,
  }
  return JSON.stringify({ data: report })
}

type WalkProgress = AsyncGenerator<Walk, void, undefined>

async function* keepAliveChunks(walks: WalkProgress, initial: Walk, head: string | undefined): AsyncGenerator<string, void, undefined> {
  let walk = initial
  let nextChunkMs = 0
  for await (walk of walks) {
    if (performance.now() < nextChunkMs) continue
    nextChunkMs = performance.now() + KEEP_ALIVE_MS
    yield '\n'
  }
  yield reportText(walk, head)
}

export async function verifyAuditChain(context: ReadContext): Promise<Answer<AnyBody>> {
  const { app, actor } = context
  const { head } = readQuery(verifyAudit, context.query) as Input<typeof verifyAudit>['query']
  const deadlineMs = performance.now() + ANSWER_TIMEOUT_MS
  const walks = walkChain(app.db, actor.account, head)
  let walk: Walk | undefined
  for (;;) {
    const next = await walks.next()
    if (next.done) break
    walk = next.value
    if (performance.now() > deadlineMs) return { status: 200, body: { chunks: keepAliveChunks(walks, walk, head) }, contentType: 'application/json' }
  }
  if (!walk) throw new Error('a walk along the chain ended before it began')
  return jsonAnswer(200, reportText(walk, head))
}
