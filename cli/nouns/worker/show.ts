import type { WebhookResult, WebhookStep } from '../../../client/workerWebhook.ts'
import type { Terminal } from '../../base/terminal.ts'
import { formatRecord } from '../../show/table.ts'
import { formatJson } from '../../show/text.ts'

export interface WorkerSetup extends WebhookResult {
  accountId: string
  apiKey: string
  isNew: boolean
  /** Path of worker.json; undefined with --print. */
  file: string | undefined
}

const STEP_TEXTS: Readonly<Record<WebhookStep, string>> = {
  registered: 'registered',
  updated: 'changed to this address and these events',
  enabled: 'switched on again',
  secret_rotated: 'given a new secret; for a day deliveries are signed with both',
}

const SHARED_SETTINGS =
  'Give this worker what the others have: KITROOM_WORKER_DATABASE_URL, KITROOM_ENCRYPTION_KEY, KITROOM_PUBLIC_URL, TEMPORAL_ADDRESS, kitroom.yaml.'

const environmentOf = ({ apiKey, webhook }: WorkerSetup): Record<string, string> => ({
  KITROOM_API_KEY: apiKey,
  KITROOM_WEBHOOK_SECRET: webhook.secret,
})

function toJson(setup: WorkerSetup): unknown {
  const { accountId, isNew, webhook, steps, isDisabledByOwner, file } = setup
  const { id, url, events } = webhook
  return {
    account_id: accountId,
    key: isNew ? 'made' : 'kept',
    webhook: { id, url, events, steps, switched_off: isDisabledByOwner },
    ...(file === undefined ? { environment: environmentOf(setup) } : { file }),
  }
}

/** Prints the result. It prints secrets only if no file stores them. */
export function printSetup(
  terminal: Terminal,
  setup: WorkerSetup,
  { json, add }: { json?: boolean; add?: boolean },
): void {
  if (json) {
    terminal.printResult(formatJson(toJson(setup)))
    return
  }
  const { webhook, steps, isNew, isDisabledByOwner, file } = setup
  const members = {
    account: setup.accountId,
    key: isNew ? 'made' : 'kept: it works',
    webhook: `${webhook.url} (${webhook.events.join(', ')})`,
    'what was done':
      steps.length === 0 ? 'nothing: it is registered' : steps.map((step) => STEP_TEXTS[step]).join(', '),
    ...(file !== undefined && { written: file }),
  }
  if (file === undefined) {
    terminal.printNote(formatRecord(members))
    terminal.printResult(
      Object.entries(environmentOf(setup))
        .map(([name, value]) => `${name}=${value}`)
        .join('\n'),
    )
  } else terminal.printResult(formatRecord(members))
  if (isDisabledByOwner)
    terminal.printNote('The endpoint is switched off, so nothing is sent to it. Switch it on in the settings.')
  if (add) terminal.printNote(SHARED_SETTINGS)
  if (isNew || steps.length > 0) terminal.printNote('Restart a running worker to use this.')
}
