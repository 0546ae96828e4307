import type { Reply } from '../../contract/operation.ts'
import type { listProblems } from '../../contract/problems.ts'
import type { ControlContext } from './route.ts'

/** What keeps the worker from its work, looked up now. */
export async function list({ problems }: ControlContext): Promise<Reply<typeof listProblems>> {
  await problems.look()
  return { data: [...problems.list()] }
}
