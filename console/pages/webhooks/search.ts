const STATUSES = ['pending', 'delivered', 'failed', 'cancelled'] as const
const DIALOGS = ['edit', 'rotate', 'delete', 'replay'] as const

/** Values in the address of an endpoint's page. */
export interface WebhookSearch {
  status?: (typeof STATUSES)[number]
  dialog?: (typeof DIALOGS)[number]
}

const oneOf = <T extends string>(known: readonly T[], value: unknown): T | undefined =>
  known.find((name) => name === value)

export function readWebhookSearch(search: Record<string, unknown>): WebhookSearch {
  const [status, dialog] = [oneOf(STATUSES, search['status']), oneOf(DIALOGS, search['dialog'])]
  return { ...(status && { status }), ...(dialog && { dialog }) }
}
