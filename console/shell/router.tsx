import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { NotFoundNote, RouteErrorNote } from '../parts/RouteNotes.tsx'
import { readDocumentsSearch } from '../pages/documents/search.ts'
import { readInventorySearch } from '../pages/inventory/search.ts'
import { readMaintenanceSearch } from '../pages/maintenance/search.ts'
import { readRemindersSearch } from '../pages/reminders/search.ts'
import { readShootsSearch } from '../pages/shoots/search.ts'
import { PageSkeleton } from '../parts/PageSkeleton.tsx'
import { lazyRouteComponent } from '../base/lazyPage.ts'
import { Shell } from './Shell.tsx'
import { readFieldsSearch } from '../pages/fields/search.ts'
import { readAuditSearch } from '../pages/audit/search.ts'
import { readKeysSearch } from '../pages/keys/search.ts'
import { readWebhookSearch } from '../pages/webhooks/search.ts'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundNote })
const getParentRoute = () => root
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const today = createRoute({
  getParentRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/today/TodayPage.tsx'), 'TodayPage'),
})
const inventory = createRoute({
  getParentRoute,
  path: '/inventory',
  validateSearch: readInventorySearch,
  component: lazyRouteComponent(() => import('../pages/inventory/InventoryPage.tsx'), 'InventoryPage'),
})
const newItem = createRoute({
  getParentRoute,
  path: '/inventory/new',
  component: lazyRouteComponent(() => import('../pages/inventory/NewItemPage.tsx'), 'NewItemPage'),
})
const item = createRoute({
  getParentRoute,
  path: '/inventory/$id',
  validateSearch: (search): { edit?: true } => (search['edit'] === true ? { edit: true } : {}),
  component: lazyRouteComponent(() => import('../pages/inventory/ItemPage.tsx'), 'ItemPage'),
})
const sync = createRoute({
  getParentRoute,
  path: '/sync',
  component: lazyRouteComponent(() => import('../pages/sync/SyncPage.tsx'), 'SyncPage'),
})
const run = createRoute({
  getParentRoute,
  path: '/sync/$id',
  validateSearch: (search): { group?: string; q?: string } => {
    const [group, q] = [text(search['group']), text(search['q'])]
    return { ...(group !== undefined && { group }), ...(q !== undefined && { q }) }
  },
  component: lazyRouteComponent(() => import('../pages/sync/RunPage.tsx'), 'RunPage'),
})
const shoots = createRoute({
  getParentRoute,
  path: '/shoots',
  validateSearch: readShootsSearch,
  component: lazyRouteComponent(() => import('../pages/shoots/ShootsPage.tsx'), 'ShootsPage'),
})
const maintenance = createRoute({
  getParentRoute,
  path: '/maintenance',
  validateSearch: readMaintenanceSearch,
  component: lazyRouteComponent(() => import('../pages/maintenance/MaintenancePage.tsx'), 'MaintenancePage'),
})
const documents = createRoute({
  getParentRoute,
  path: '/documents',
  validateSearch: readDocumentsSearch,
  component: lazyRouteComponent(() => import('../pages/documents/DocumentsPage.tsx'), 'DocumentsPage'),
})
const reminders = createRoute({
  getParentRoute,
  path: '/reminders',
  validateSearch: readRemindersSearch,
  component: lazyRouteComponent(() => import('../pages/reminders/RemindersPage.tsx'), 'RemindersPage'),
})
const figures = createRoute({
  getParentRoute,
  path: '/figures',
  component: lazyRouteComponent(() => import('../pages/figures/FiguresPage.tsx'), 'FiguresPage'),
})
const fields = createRoute({
  getParentRoute,
  path: '/fields',
  validateSearch: readFieldsSearch,
  component: lazyRouteComponent(() => import('../pages/fields/FieldsPage.tsx'), 'FieldsPage'),
})
const keys = createRoute({
  getParentRoute,
  path: '/keys',
  validateSearch: readKeysSearch,
  component: lazyRouteComponent(() => import('../pages/keys/KeysPage.tsx'), 'KeysPage'),
})
const webhooks = createRoute({
  getParentRoute,
  path: '/webhooks',
  validateSearch: (search): { add?: true } => (search['add'] === true ? { add: true } : {}),
  component: lazyRouteComponent(() => import('../pages/webhooks/WebhooksPage.tsx'), 'WebhooksPage'),
})
const webhook = createRoute({
  getParentRoute,
  path: '/webhooks/$id',
  validateSearch: readWebhookSearch,
  component: lazyRouteComponent(() => import('../pages/webhooks/WebhookPage.tsx'), 'WebhookPage'),
})
const audit = createRoute({
  getParentRoute,
  path: '/audit',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import('../pages/audit/AuditPage.tsx'), 'AuditPage'),
})
const subscription = createRoute({
  getParentRoute,
  path: '/subscription',
  component: lazyRouteComponent(() => import('../pages/subscription/SubscriptionPage.tsx'), 'SubscriptionPage'),
})
const profile = createRoute({
  getParentRoute,
  path: '/profile',
  component: lazyRouteComponent(() => import('../pages/profile/ProfilePage.tsx'), 'ProfilePage'),
})
const workRoutes = [
  today,
  inventory,
  newItem,
  item,
  sync,
  run,
  shoots,
  maintenance,
  documents,
  reminders,
  figures,
] as const
const studioRoutes = [fields, keys, webhooks, webhook, audit, subscription, profile] as const

export const router = createRouter({
  routeTree: root.addChildren([...workRoutes, ...studioRoutes]),
  defaultPreload: 'intent',
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: RouteErrorNote,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
