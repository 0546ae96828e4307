import {
  coverageWorkflowId,
  serviceWorkflowId,
  shootsWorkflowId,
  workflowNames,
  type InboxTopic,
} from '../../contract/temporal.ts'

export interface TopicWorkflow {
  workflow: string
  /** @param account prefix of the account in Temporal */
  workflowId: (account: string) => string
}

/** Workflow that handles each topic of the inbox. */
export const topicWorkflows: Readonly<Record<InboxTopic, TopicWorkflow>> = {
  warranty: { workflow: workflowNames.coverage, workflowId: coverageWorkflowId },
  service: { workflow: workflowNames.service, workflowId: serviceWorkflowId },
  shoots: { workflow: workflowNames.shoots, workflowId: shootsWorkflowId },
}
