import type { Rights } from '../api/session.ts'
import type { IconName } from '../parts/icons.tsx'
import type { Texts } from '../texts/en.ts'

export interface Page {
  to:
    | '/'
    | '/inventory'
    | '/sync'
    | '/shoots'
    | '/maintenance'
    | '/documents'
    | '/reminders'
    | '/figures'
    | '/fields'
    | '/keys'
    | '/webhooks'
    | '/audit'
    | '/subscription'
    | '/profile'
  name: keyof Texts['nav']
  icon: IconName
  isVisible: (rights: Rights) => boolean
  /** True for pages about the studio itself, a separate group below the others. */
  isStudio?: true
}

/** Pages in the order of the navigation. A phone's bar has the first four. */
const pages: readonly Page[] = [
  { to: '/', name: 'today', icon: 'today', isVisible: () => true },
  { to: '/inventory', name: 'inventory', icon: 'inventory', isVisible: ({ can }) => can('gear:read') },
  { to: '/sync', name: 'sync', icon: 'sync', isVisible: ({ ownerCan }) => ownerCan('automation:read') },
  { to: '/shoots', name: 'shoots', icon: 'shoots', isVisible: ({ can }) => can('shoots:read') },
  { to: '/maintenance', name: 'maintenance', icon: 'maintenance', isVisible: ({ can }) => can('maintenance:read') },
  { to: '/documents', name: 'documents', icon: 'documents', isVisible: ({ can }) => can('documents:read') },
  { to: '/reminders', name: 'reminders', icon: 'reminders', isVisible: ({ ownerCan }) => ownerCan('automation:read') },
  { to: '/figures', name: 'figures', icon: 'figures', isVisible: ({ can }) => can('analytics:read') },
  {
    to: '/fields',
    name: 'fields',
    icon: 'fields',
    isStudio: true,
    isVisible: ({ ownerCan }) => ownerCan('fields:read'),
  },
  { to: '/keys', name: 'keys', icon: 'keys', isStudio: true, isVisible: ({ ownerCan }) => ownerCan('keys:read') },
  {
    to: '/webhooks',
    name: 'webhooks',
    icon: 'webhooks',
    isStudio: true,
    isVisible: ({ ownerCan }) => ownerCan('webhooks:read'),
  },
  { to: '/audit', name: 'audit', icon: 'audit', isStudio: true, isVisible: ({ ownerCan }) => ownerCan('audit:read') },
  {
    to: '/subscription',
    name: 'subscription',
    icon: 'subscription',
    isStudio: true,
    isVisible: ({ ownerCan }) => ownerCan('subscription:read'),
  },
  {
    to: '/profile',
    name: 'profile',
    icon: 'profile',
    isStudio: true,
    isVisible: ({ ownerCan }) => ownerCan('profile:read'),
  },
]

export const visiblePages = (rights: Rights): readonly Page[] => pages.filter(({ isVisible }) => isVisible(rights))
