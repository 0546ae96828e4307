import type { DisabledWebhook } from '../../../contract/api/webhooks.ts'
import { englishTexts } from '../../../messages/languages/texts.ts'
import { everybody, saying, type ProblemKind } from '../kind.ts'
import type { Finding, Problem } from '../problem.ts'

const { endpoint: english, facts: englishNames } = englishTexts.problems

function describeDisabled({ id, host, disabled_reason: reason, disabled_at: at }: DisabledWebhook): Finding {
  const enable = `npm run kitroom -- webhook enable ${id}`
  const replay = `npm run kitroom -- webhook replay ${id} --since <when>`
  return {
    subject: id,
    detail: `${english[reason]} It has had no events since ${at}.\nOnce it works, enable it: ${enable}   Then send what it missed: ${replay}`,
    describe: ({ problems: { endpoint }, format }) => ({
      title: endpoint.disabled(host),
      facts: {
        endpoint: host,
        why: endpoint[reason],
        disabledAt: format.time(at),
        enableIt: enable,
        sendMissed: replay,
      },
    }),
  }
}

/** @param json facts of the problem of an endpoint, in English */
function findHost(json: string): string {
  const facts = JSON.parse(json) as Problem['facts']
  return facts.find(({ name }) => name === englishNames.endpoint)?.value ?? ''
}

/** A webhook endpoint that the API server disabled. */
export const endpointDisabled: ProblemKind = {
  key: 'endpoint',
  isOfWorker: false,
  find: async ({ probes }) => probes.endpoints?.map(describeDisabled),
  blocks: 'none',
  delayMs: 0,
  notifies: everybody,
  end: saying(({ problems }, { row }) => problems.endpoint.works(findHost(row.facts))),
}
