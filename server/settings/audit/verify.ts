import { verifyAudit, type AuditReport } from '../../../contract/settings/audit.ts'
import type { Input } from '../../../contract/operation.ts'
import { verifyChainInBatches } from '../../audit/verify.ts'
import type { ChainVerification } from '../../audit/verification.ts'
import { jsonAnswer, type AnyBody, type Answer } from '../../answer.ts'
import { readQuery } from '../../http/query.ts'
import type { ReadContext } from '../../http/route.ts'

/** A check that takes longer sends parts of the response while it runs. */
const ANSWER_TIMEOUT_MS = 2000
/** Interval of the blank lines that keep the connection alive; JSON may begin with blanks. */
const KEEP_ALIVE_MS = 1000

const HEAD_NOT_FOUND =
  'the head that was noted earlier is no link of this chain any more: the chain was written anew, or its end was removed since'

function reportText(verification: ChainVerification, head: string | undefined): string {
  const fault = verification.fault ?? (head === undefined || verification.headFound ? null : HEAD_NOT_FOUND)
  const report: AuditReport = {
    ok: fault === null,
    links: verification.links,
    rows: verification.rows,
    count: verification.count,
    pruned_links: verification.prunedLinks,
    pruned_rows: verification.prunedRows,
    pruned_until: verification.prunedUntil,
    seq: verification.seq,
    head: verification.hash,
    head_found: head === undefined ? null : verification.headFound,
    fault,
  }
  return JSON.stringify({ data: report })
}

type VerificationProgress = AsyncGenerator<ChainVerification, void, undefined>

async function* keepAliveChunks(
  batches: VerificationProgress,
  initial: ChainVerification,
  head: string | undefined,
): AsyncGenerator<string, void, undefined> {
  let verification = initial
  let nextChunkMs = 0
  for await (verification of batches) {
    if (performance.now() < nextChunkMs) continue
    nextChunkMs = performance.now() + KEEP_ALIVE_MS
    yield '\n'
  }
  yield reportText(verification, head)
}

export async function verifyAuditChain(context: ReadContext): Promise<Answer<AnyBody>> {
  const { app, actor } = context
  const { head } = readQuery(verifyAudit, context.query) as Input<typeof verifyAudit>['query']
  const deadlineMs = performance.now() + ANSWER_TIMEOUT_MS
  const batches = verifyChainInBatches(app.db, actor.account, head)
  let verification: ChainVerification | undefined
  for (;;) {
    const next = await batches.next()
    if (next.done) break
    verification = next.value
    if (performance.now() > deadlineMs)
      return {
        status: 200,
        body: { chunks: keepAliveChunks(batches, verification, head) },
        contentType: 'application/json',
      }
  }
  if (!verification) throw new Error('the verification of a chain ended before it began')
  return jsonAnswer(200, reportText(verification, head))
}
