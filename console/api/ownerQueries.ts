// Requests of the pages for owner keys.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { CallInput } from '../../contract/operation.ts'
import type { listAudit } from '../../contract/settings/audit.ts'
import type { listOwnCategories } from '../../contract/settings/categories.ts'
import type { listEvents } from '../../contract/settings/events.ts'
import type { listOwnFields } from '../../contract/settings/fields.ts'
import type { Key, listKeys } from '../../contract/settings/keys.ts'
import type { getOwnProfile } from '../../contract/settings/profile.ts'
import type { listSessions, SessionInfo } from '../../contract/settings/sessions.ts'
import type { getSubscription } from '../../contract/settings/subscription.ts'
import type { getWebhook, listDeliveries, listWebhooks, WebhookDelivery } from '../../contract/settings/webhooks.ts'
import { callSettings } from './request.ts'

const PAGE_ROWS = 200
const LOG_ROWS = 50
const SENDING_POLL_MS = 2000
const FIELD_WORK_POLL_MS = 1000

interface ListPage<T> {
  data: T[]
  pagination: { total: number }
}

/** Reads a whole list. A record that moves to the next page during the read is listed once. */
async function readAll<T extends { id: string }>(readPage: (offset: number) => Promise<ListPage<T>>): Promise<T[]> {
  const found = new Map<string, T>()
  for (let offset = 0, total = Infinity; offset < total; offset += PAGE_ROWS) {
    const page = await readPage(offset)
    total = page.pagination.total
    for (const record of page.data) found.set(record.id, record)
  }
  return [...found.values()]
}

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: () =>
    readAll<Key>((offset) => callSettings<typeof listKeys>('GET /keys', { query: { limit: PAGE_ROWS, offset } })),
})

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () =>
    readAll<SessionInfo>((offset) =>
      callSettings<typeof listSessions>('GET /sessions', { query: { limit: PAGE_ROWS, offset } }),
    ),
})

/** Own fields with the number of items that have a value. It is read again while values are worked on. */
export const countedFieldsQuery = queryOptions({
  queryKey: ['fields', 'counted'],
  queryFn: async () => (await callSettings<typeof listOwnFields>('GET /fields')).data,
  refetchInterval: ({ state: { data } }) =>
    data?.some(({ state }) => state !== 'active') === true ? FIELD_WORK_POLL_MS : false,
})

/** Categories that the account has added, with the number of their accessories. */
export const countedCategoriesQuery = queryOptions({
  queryKey: ['fields', 'categories', 'counted'],
  queryFn: async () => (await callSettings<typeof listOwnCategories>('GET /categories')).data,
})

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async () => (await callSettings<typeof listWebhooks>('GET /webhooks', { query: { limit: PAGE_ROWS } })).data,
})

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id],
    queryFn: async () => (await callSettings<typeof getWebhook>('GET /webhooks/{id}', { params: { id } })).data,
  })

/** True while Kitroom is sending a delivery. A delivery that waits for a later attempt does not count. */
const isSending = ({ status, attempts }: WebhookDelivery): boolean =>
  status === 'pending' && (attempts.length === 0 || attempts.at(-1)?.duration_ms === null)

export const deliveriesQuery = (id: string, status: WebhookDelivery['status'] | undefined) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', id, 'deliveries', status],
    queryFn: ({ pageParam }) =>
      callSettings<typeof listDeliveries>('GET /webhooks/{id}/deliveries', {
        params: { id },
        query: { limit: LOG_ROWS, status, cursor: pageParam },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.pagination.next_cursor ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(isSending)) === true ? SENDING_POLL_MS : false,
  })

export type AuditQuery = NonNullable<CallInput<typeof listAudit>['query']>
export const auditQuery = (query: AuditQuery) =>
  infiniteQueryOptions({
    queryKey: ['audit', query],
    queryFn: ({ pageParam, signal }) =>
      callSettings<typeof listAudit>(
        'GET /audit',
        { query: { ...query, limit: LOG_ROWS, cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.pagination.next_cursor ?? undefined,
  })

/** Reads the changes by a request, with the values before and after. */
export const eventsOfRequestQuery = (requestId: string) =>
  queryOptions({
    queryKey: ['events', 'request', requestId],
    queryFn: async () =>
      (await callSettings<typeof listEvents>('GET /events', { query: { request_id: requestId, limit: LOG_ROWS } }))
        .data,
  })

export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: async () => (await callSettings<typeof getSubscription>('GET /subscription')).data,
})

export const ownProfileQuery = queryOptions({
  queryKey: ['ownProfile'],
  queryFn: async () => (await callSettings<typeof getOwnProfile>('GET /profile')).data,
})
