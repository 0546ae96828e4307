import { serviceWorkflowId, workflowNames, type InboxTopic } from '../../contract/temporal.ts'

/** The workflow that empties a topic of the inbox. */
export interface TopicWorkflow {
  /** Its name, of `workflowNames`. */
  workflow: string
  /** Its fixed id. @param account prefix of everything that is the account's in Temporal */
  workflowId: (account: string) => string
}

/**
 * Who is signalled when events have come. A topic stands here once its workflow is exported by workflows/index.ts, with a line such as
 * `warranty: { workflow: workflowNames.warranty, workflowId: warrantyWorkflowId }`. Events of the others wait in the inbox.
 */
export const topicWorkflows: Readonly<Partial<Record<InboxTopic, TopicWorkflow>>> = {
  service: { workflow: workflowNames.service, workflowId: serviceWorkflowId },
}
