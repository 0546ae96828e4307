import { WorkflowIdConflictPolicy } from '@temporalio/client'
import { taskQueue } from '../../contract/temporal.ts'
import type { WorkerContext } from '../context.ts'

/** Start options for an account's workflow that takes no input. A workflow that already runs is used. */
export const toWorkflowStartOptions = ({ account }: Pick<WorkerContext, 'account'>, workflowId: string) => ({
  workflowId,
  taskQueue: taskQueue(account),
  workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
  memo: { account },
  args: [],
})
