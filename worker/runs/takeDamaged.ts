import type { takeDamagedValues } from '../../contract/control/takeDamaged.ts'
import type { Input, Reply } from '../../contract/operation.ts'
import type { RunCommandContext } from '../context/context.ts'
import { replanSheet, type Choices } from './replanSheet.ts'

function addCells({ takes }: Choices, cells: readonly string[] | undefined): NonNullable<Choices['takes']> {
  if (cells === undefined || takes === 'all') return 'all'
  return [...new Set([...(takes ?? []), ...cells])]
}

/** Starts a run of the same sheet that takes damaged values as they stand. Its plan waits for a decision. */
export const startTakingRun = async (
  context: RunCommandContext,
  { params, body }: Input<typeof takeDamagedValues>,
): Promise<Reply<typeof takeDamagedValues>> => ({
  data: await replanSheet(context, params.id, (earlier) => ({ ...earlier, takes: addCells(earlier, body.cells) })),
})
