import type { StopReason } from '../../../activities/inventorySync/types.ts'
import { readWriteBack } from '../../../state/sync/writeBacks.ts'
import type { RunRow } from '../../../state/tables/schema.ts'
import { ABORTED_CODE, ofSource, readSourceStates, SYNC_COMMAND } from '../facts/sources.ts'
import type { ProblemKind } from '../kind.ts'
import type { Finding } from '../problem.ts'

const describeNotWritten = (run: RunRow, { code, detail, sentences }: StopReason): Finding => ({
  subject: run.source,
  detail: `${detail} [${code}]\nThe sync itself is done. The next one writes them: ${SYNC_COMMAND} plan ${run.source}`,
  describe: ({ problems: { sync }, format, say }) => ({
    title: sync.notWritten(run.source),
    facts: {
      source: run.source,
      why: say(detail, sentences),
      endedAt: format.time(run.finished_at ?? run.started_at),
      tryAgain: `${SYNC_COMMAND} plan ${run.source}`,
    },
  }),
})

function findNote(run: RunRow): StopReason | undefined {
  const writeBack = readWriteBack(run)
  const [note] = writeBack?.status === 'failed' ? writeBack.notes : []
  return note?.code === ABORTED_CODE ? undefined : note
}

/** A sync is done, but its results could not be written into the sheet. */
export const writeBackFailed: ProblemKind = {
  ...ofSource,
  find: async (check, tx) =>
    (await readSourceStates(check, tx)).flatMap(({ run }) => {
      const note = run && findNote(run)
      return note ? describeNotWritten(run, note) : []
    }),
  delayMs: 0,
}
