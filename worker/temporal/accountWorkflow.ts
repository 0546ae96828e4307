import { WorkflowIdConflictPolicy } from '@temporalio/client'
import { taskQueue } from '../../contract/temporal.ts'
import type { WorkerContext } from '../context.ts'

/** Start options for an account's workflow without input; a running one is kept. */
export const accountWorkflow = ({ account }: Pick<WorkerContext, 'account'>, workflowId: string) => ({
  workflowId,
  taskQueue: taskQueue(account),
  workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
  memo: { account },
  args: [],
})
