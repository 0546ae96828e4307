import type { answerRunCells, CellAnswers } from '../../contract/control/answerCells.ts'
import type { Input, Reply } from '../../contract/operation.ts'
import type { RunCommandContext } from '../context/context.ts'
import { replanSheet, type Choices } from './replanSheet.ts'

/** Adds answers to those of the run; `null` takes one back. */
function addAnswers({ cells }: Choices, changes: Readonly<Record<string, string | null>>): CellAnswers {
  const answers: CellAnswers = { ...cells }
  for (const [cell, text] of Object.entries(changes)) {
    if (text === null) delete answers[cell]
    else answers[cell] = text
  }
  return answers
}

/** Starts a run of the same sheet with other texts for some of its cells. Its plan waits for a decision. */
export const startAnsweredRun = async (
  context: RunCommandContext,
  { params, body }: Input<typeof answerRunCells>,
): Promise<Reply<typeof answerRunCells>> => ({
  data: await replanSheet(context, params.id, (earlier) => ({ ...earlier, cells: addAnswers(earlier, body.cells) })),
})
