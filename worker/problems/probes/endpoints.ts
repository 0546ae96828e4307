import { ApiError } from '../../client/errors.ts'
import { listDisabledWebhooks, type DisabledWebhook } from '../../contract/api/webhooks.ts'
import { englishTexts } from '../../messages/languages/texts.ts'
import type { WorkerContext } from '../context/context.ts'
import { createProblem, toEndpointKey, type Problem } from './problem.ts'
import { scaleTimeLimit } from '../../platform/timeLimit.ts'

/** Each request is a row of the audit, and an endpoint is disabled after days. */
const CHECK_INTERVAL_MS = 5 * 60_000
const API_TIMEOUT_MS = 5000

const { endpoint: english, facts: englishNames } = englishTexts.problems

function toDisabledProblem({ id, host, disabled_reason: reason, disabled_at: at }: DisabledWebhook): Problem {
  const enable = `npm run kitroom -- webhook enable ${id}`
  const replay = `npm run kitroom -- webhook replay ${id} --since <when>`
  return createProblem({
    key: toEndpointKey(id),
    code: 'endpoint_disabled',
    detail: `${english[reason]} It has had no events since ${at}.\nOnce it works, enable it: ${enable}   Then send what it missed: ${replay}`,
    describe: ({ problems: { endpoint, facts: names }, format }) => ({
      title: endpoint.disabled(host),
      facts: [
        { name: names.endpoint, value: host },
        { name: names.why, value: endpoint[reason] },
        { name: names.disabledAt, value: format.time(at) },
        { name: names.enableIt, value: enable },
        { name: names.sendMissed, value: replay },
      ],
    }),
  })
}

/** @param json facts of the problem of an endpoint, in English */
export function findEndpointHost(json: string): string {
  const facts = JSON.parse(json) as Problem['facts']
  return facts.find(({ name }) => name === englishNames.endpoint)?.value ?? ''
}

/** Webhook endpoints that the API server disabled, read every five minutes. `isKnown` is false while they cannot be read. */
export interface EndpointCheck {
  check(): Promise<{ problems: readonly Problem[]; isKnown: boolean }>
}

/** A server of an earlier version does not know the request. */
const cannotAnswer = (error: unknown): boolean => error instanceof ApiError && error.code === 'not_found'

export function createEndpointCheck({
  api,
  clock,
  scaledMs,
  log,
}: Pick<WorkerContext, 'api' | 'clock' | 'scaledMs' | 'log'>): EndpointCheck {
  let last: Awaited<ReturnType<EndpointCheck['check']>> = { problems: [], isKnown: false }
  let checkedAtMs = -Infinity
  let isLogged = false
  return {
    async check() {
      if (clock.nowMs() - checkedAtMs < scaledMs(CHECK_INTERVAL_MS)) return last
      checkedAtMs = clock.nowMs()
      try {
        const { body } = await api.call(
          listDisabledWebhooks,
          {},
          { signal: AbortSignal.timeout(scaleTimeLimit(API_TIMEOUT_MS)) },
        )
        last = { problems: body.data.map(toDisabledProblem), isKnown: true }
        isLogged = false
      } catch (error) {
        last = { problems: [], isKnown: false }
        if (cannotAnswer(error) && !isLogged) {
          isLogged = true
          log.warn('Nobody is notified of disabled webhook endpoints: the API server is of an earlier version.')
        } else log.debug({ err: error }, 'the webhook endpoints could not be read')
      }
      return last
    },
  }
}
