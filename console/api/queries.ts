import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { getAnalytics, getInventoryValues, getMonthlyFigures } from '../../contract/api/analytics.ts'
import type { listCategories } from '../../contract/api/categories.ts'
import type { listFields } from '../../contract/api/customFields.ts'
import type { listCalendars } from '../../contract/control/calendars.ts'
import type { getRun, listRuns, listSources } from '../../contract/control/control.ts'
import { coverageTypes } from '../../contract/api/coverage.ts'
import type { Document, listDocuments } from '../../contract/api/documents.ts'
import type { getGear, listGear, suggestGearValues } from '../../contract/api/gear.ts'
import type { listMaintenance } from '../../contract/api/maintenance.ts'
import type { CallInput } from '../../contract/operation.ts'
import type { getSourceSettings } from '../../contract/control/sourceSettings.ts'
import type { listProblems } from '../../contract/control/problems.ts'
import type { getProfile } from '../../contract/api/profile.ts'
import type { listReminders } from '../../contract/control/reminders.ts'
import type { listEvents } from '../../contract/settings/events.ts'
import type { getShoot, listShoots } from '../../contract/api/shoots.ts'
import { callApi, callSettings, callWorker } from './request.ts'

/** Interval of polling data that only the worker has. Lists of the API follow `useLiveChanges`. */
const SOURCES_POLL_MS = 5_000
const POLL_MS = 30_000

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async () => (await callApi<typeof getProfile>('GET /profile')).data.profile,
  staleTime: 10 * 60_000,
})

export type GearQuery = NonNullable<CallInput<typeof listGear>['query']>
export const gearListQuery = (query: GearQuery) =>
  queryOptions({
    queryKey: ['gear', 'list', query],
    queryFn: ({ signal }) => callApi<typeof listGear>('GET /gear', { query }, { signal }),
    staleTime: 15_000,
  })

export type SuggestedField = NonNullable<CallInput<typeof suggestGearValues>['query']>['field']
export const gearSuggestionsQuery = (field: SuggestedField, start: string) =>
  queryOptions({
    queryKey: ['gear', 'suggestions', field, start],
    queryFn: ({ signal }) =>
      callApi<typeof suggestGearValues>(
        'GET /gear/suggestions',
        { query: { field, begins_with: start === '' ? undefined : start } },
        { signal },
      ),
    staleTime: 15_000,
  })

export const gearQuery = (id: string) =>
  queryOptions({
    queryKey: ['gear', id],
    queryFn: async () => (await callApi<typeof getGear>('GET /gear/{id}', { params: { id } })).data,
  })

/** Own fields of the account. A change of one counts as a change of gear (`useLiveChanges`). */
export const customFieldsQuery = queryOptions({
  queryKey: ['fields'],
  queryFn: async () => (await callApi<typeof listFields>('GET /fields')).data,
  staleTime: 10 * 60_000,
})

/** Categories that the account has added. They change as its own fields do. */
export const categoriesQuery = queryOptions({
  queryKey: ['fields', 'categories'],
  queryFn: async () => (await callApi<typeof listCategories>('GET /categories')).data,
  staleTime: 10 * 60_000,
})

export type ShootsQuery = NonNullable<CallInput<typeof listShoots>['query']>
export const shootListQuery = (query: ShootsQuery) =>
  queryOptions({ queryKey: ['shoots', query], queryFn: () => callApi<typeof listShoots>('GET /shoots', { query }) })
export const shootQuery = (id: string) =>
  queryOptions({
    queryKey: ['shoots', id],
    queryFn: async () => (await callApi<typeof getShoot>('GET /shoots/{id}', { params: { id } })).data,
  })

export type MaintenanceQuery = NonNullable<CallInput<typeof listMaintenance>['query']>
export const maintenanceListQuery = (query: MaintenanceQuery) =>
  queryOptions({
    queryKey: ['maintenance', query],
    queryFn: () => callApi<typeof listMaintenance>('GET /maintenance', { query }),
  })

export type DocumentsQuery = NonNullable<CallInput<typeof listDocuments>['query']>
export const documentListQuery = (query: DocumentsQuery) =>
  queryOptions({
    queryKey: ['documents', query],
    queryFn: () => callApi<typeof listDocuments>('GET /documents', { query }),
  })

const MAX_PAGE = 200

/** Reads all warranties and insurances of an item. */
export const coversQuery = (gearId: string) =>
  queryOptions({
    queryKey: ['documents', 'covers', gearId],
    queryFn: async () => {
      const found: Document[] = []
      for (const type of coverageTypes)
        for (let offset = 0, total = 1; offset < total; offset += MAX_PAGE) {
          const query = { gear_id: gearId, type, limit: MAX_PAGE, offset }
          const page = await callApi<typeof listDocuments>('GET /documents', { query })
          found.push(...page.data)
          total = page.pagination.total
        }
      return found
    },
  })

export const analyticsQuery = queryOptions({
  queryKey: ['analytics'],
  queryFn: async () => (await callApi<typeof getAnalytics>('GET /analytics')).data,
})

export const inventoryValuesQuery = queryOptions({
  queryKey: ['analytics', 'values'],
  queryFn: async () => (await callApi<typeof getInventoryValues>('GET /analytics/values')).data,
})

export const monthsQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['analytics', 'months', from, to],
    queryFn: async () =>
      (await callApi<typeof getMonthlyFigures>('GET /analytics/months', { query: { from, to } })).data,
  })

export const eventsOfQuery = (objectId: string) =>
  queryOptions({
    queryKey: ['events', objectId],
    queryFn: async () =>
      (await callSettings<typeof listEvents>('GET /events', { query: { object_id: objectId, limit: 50 } })).data,
  })

/** Reading settings that a source has. */
export const sourceSettingsQuery = (source: string) =>
  queryOptions({
    queryKey: ['source-settings', source],
    queryFn: async () =>
      (await callWorker<typeof getSourceSettings>('GET /sources/{source}/settings', { params: { source } })).data
        .settings,
  })

export const sourcesQuery = queryOptions({
  queryKey: ['sources'],
  queryFn: async () => (await callWorker<typeof listSources>('GET /sources')).data,
  refetchInterval: SOURCES_POLL_MS,
})

const PAGE_ROWS = 50

interface ListPage {
  pagination: { offset: number; returned: number; total: number }
}
const pages = {
  initialPageParam: 0,
  getNextPageParam: ({ pagination: { offset, returned, total } }: ListPage): number | undefined =>
    offset + returned < total && returned > 0 ? offset + returned : undefined,
  refetchInterval: POLL_MS,
}

/** The newest runs. */
export const runsQuery = (limit: number) =>
  queryOptions({
    queryKey: ['runs', limit],
    queryFn: () => callWorker<typeof listRuns>('GET /runs', { query: { limit } }),
    refetchInterval: POLL_MS,
  })

/** Reads runs page by page, newest first. */
export const runPagesQuery = (source: string | undefined) =>
  infiniteQueryOptions({
    ...pages,
    queryKey: ['runs', 'pages', source],
    queryFn: ({ pageParam: offset }) =>
      callWorker<typeof listRuns>('GET /runs', { query: { limit: PAGE_ROWS, offset, source } }),
  })

export const runQuery = (id: string) =>
  queryOptions({
    queryKey: ['run', id],
    queryFn: async () => (await callWorker<typeof getRun>('GET /runs/{id}', { params: { id } })).data,
  })

export type RemindersQuery = NonNullable<CallInput<typeof listReminders>['query']>
export const remindersQuery = (query: RemindersQuery) =>
  queryOptions({
    queryKey: ['reminders', query],
    queryFn: () => callWorker<typeof listReminders>('GET /reminders', { query }),
    refetchInterval: POLL_MS,
  })

/** Reads the ledger of reminders page by page, newest first. */
export const reminderPagesQuery = (state: RemindersQuery['state']) =>
  infiniteQueryOptions({
    ...pages,
    queryKey: ['reminders', 'pages', state],
    queryFn: ({ pageParam: offset }) =>
      callWorker<typeof listReminders>('GET /reminders', { query: { limit: PAGE_ROWS, offset, state } }),
  })

export const calendarsQuery = queryOptions({
  queryKey: ['calendars'],
  queryFn: async () => (await callWorker<typeof listCalendars>('GET /calendars')).data,
})

export const problemsQuery = queryOptions({
  queryKey: ['problems'],
  queryFn: async () => (await callWorker<typeof listProblems>('GET /problems')).data,
  refetchInterval: POLL_MS,
})
