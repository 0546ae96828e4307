import { WorkflowIdConflictPolicy } from '@temporalio/client'
import { taskQueue } from '../../contract/temporal.ts'
import type { WorkerContext } from '../context.ts'

/** How a workflow of the account that takes no input is started: one that runs already stays. */
export const accountWorkflow = ({ account }: Pick<WorkerContext, 'account'>, workflowId: string) => ({
  workflowId,
  taskQueue: taskQueue(account),
  workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
  memo: { account },
  args: [],
})
