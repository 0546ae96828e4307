import { z } from 'zod'

/** The nine scopes an API key can hold, as the specification names them. */
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

/** What an owner key can be limited to. One without scopes opens all of the account settings. */
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
] as const satisfies readonly string[]

/** The scopes of both kinds of keys; both can hold documents:read and profile:read. */
export const keyScopes = [...new Set([...scopes, ...settingsScopes])]

export const KeyScope = z.enum(keyScopes)
export type KeyScope = z.infer<typeof KeyScope>

/**
 * What an account's worker needs its key to hold: syncs write gear and look at what hangs on an item before they take it back; automations
 * plan maintenance, watch documents and put shoots on calendars.
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
