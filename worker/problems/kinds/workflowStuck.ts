import { englishTexts, type Texts } from '../../../messages/languages/texts.ts'
import { everybody, saying, type ProblemKind } from '../kind.ts'
import type { StuckWorkflow } from '../probes/stuck.ts'
import type { Finding } from '../problem.ts'

function describeWorkflowId(workflowId: string, { problems }: Texts): string {
  const [, kind, source = ''] = workflowId.split(':')
  if (kind === 'sync') return problems.workflow.ofSync(source)
  return kind?.startsWith('daily') ? problems.workflow.ofDailyRun : problems.workflow.withId(workflowId)
}

function findAdvice(workflowId: string, namespace: string, { problems: { workflow } }: Texts): string {
  const [, kind, source] = workflowId.split(':')
  if (kind === 'sync') return workflow.endRun(`npm run kitroom -- sync abort ${source}`)
  return workflow.goBack(`temporal workflow terminate --namespace ${namespace} --workflow-id ${workflowId}`)
}

const describeStuck = ({ workflowId, failure }: StuckWorkflow, namespace: string): Finding => ({
  subject: workflowId,
  detail: `Its workflow fails again and again with this version of Kitroom: ${failure}\n${findAdvice(workflowId, namespace, englishTexts)}`,
  describe: (texts) => {
    const { workflow } = texts.problems
    const facts = { why: workflow.otherVersion, whatHelps: findAdvice(workflowId, namespace, texts) }
    return { title: workflow.stuck(describeWorkflowId(workflowId, texts)), facts }
  },
})

/** A workflow with which this version cannot continue. */
export const workflowStuck: ProblemKind = {
  key: 'workflow',
  isOfWorker: false,
  find: async ({ probes: { stuck, temporal } }) =>
    stuck?.map((workflow) => describeStuck(workflow, temporal.namespace)),
  blocks: 'all',
  delayMs: 0,
  notifies: everybody,
  end: saying((texts, { subject }) => texts.problems.workflow.works(describeWorkflowId(subject, texts))),
}
