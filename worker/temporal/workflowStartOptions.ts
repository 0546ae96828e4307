import { WorkflowIdConflictPolicy } from '@temporalio/client'
import { taskQueue } from '../../contract/temporal.ts'
import type { WorkerContext } from '../context/context.ts'

/** Start options for an account's workflow that takes no input. A workflow that already runs is used. @param staticSummary for Temporal's pages */
export const toWorkflowStartOptions = (
  { account }: Pick<WorkerContext, 'account'>,
  workflowId: string,
  staticSummary: string,
) => ({
  workflowId,
  taskQueue: taskQueue(account),
  workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
  memo: { account },
  staticSummary,
  args: [],
})
