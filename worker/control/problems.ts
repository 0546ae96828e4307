import type { Reply } from '../../contract/operation.ts'
import type { listProblems } from '../../contract/control/problems.ts'
import type { ControlContext } from './route.ts'

export async function listCurrentProblems({
  problems,
}: Pick<ControlContext, 'problems'>): Promise<Reply<typeof listProblems>> {
  await problems.check()
  return { data: [...problems.list()] }
}
