import { z } from 'zod'

export const scopes = [
  'gear:read',
  'gear:write',
  'shoots:read',
  'shoots:write',
  'maintenance:read',
  'maintenance:write',
  'documents:read',
  'analytics:read',
  'profile:read',
] as const

export const Scope = z.enum(scopes)
export type Scope = z.infer<typeof Scope>

/**
 * Scopes of owner keys. An owner key without scopes gives access to all settings. The automation scopes open the
 * worker's control plane.
 */
export const settingsScopes = [
  'keys:read',
  'keys:write',
  'documents:read',
  'documents:write',
  'profile:read',
  'profile:write',
  'subscription:read',
  'subscription:write',
  'audit:read',
  'events:read',
  'webhooks:read',
  'webhooks:write',
  'fields:read',
  'fields:write',
  'automation:read',
  'automation:write',
] as const satisfies readonly string[]

/** The set removes duplicates: documents:read and profile:read belong to both kinds of key. */
export const keyScopes = [...new Set([...scopes, ...settingsScopes])]

export const KeyScope = z.enum(keyScopes)
export type KeyScope = z.infer<typeof KeyScope>

/**
 * Scopes that the worker needs. Syncs write gear and read related records; automations plan maintenance, watch
 * documents and export shoots.
 */
export const workerScopes = [
  'gear:read',
  'gear:write',
  'shoots:read',
  'maintenance:read',
  'maintenance:write',
  'documents:read',
  'profile:read',
] as const satisfies readonly Scope[]
