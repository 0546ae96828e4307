import { coverageWorkflowId, serviceWorkflowId, workflowNames, type InboxTopic } from '../../contract/temporal.ts'

/** The workflow that empties a topic of the inbox. */
export interface TopicWorkflow {
  /** Its name, of `workflowNames`. */
  workflow: string
  /** Its fixed id. @param account prefix of everything that is the account's in Temporal */
  workflowId: (account: string) => string
}

/** Who is signalled when events have come: workflows that workflows/index.ts exports. */
export const topicWorkflows: Readonly<Record<InboxTopic, TopicWorkflow>> = {
  warranty: { workflow: workflowNames.coverage, workflowId: coverageWorkflowId },
  service: { workflow: workflowNames.service, workflowId: serviceWorkflowId },
}
