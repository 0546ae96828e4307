import { CONSOLE_BASE, consoleOperations } from './console.ts'
import { API_BASE, operations } from './api/operations.ts'
import type { ApiOperation } from './operation.ts'
import { SETTINGS_BASE, settingsOperations } from './settings/operations.ts'

/** A part of the server with its own base path, kind of key and OpenAPI document. */
export interface Plane {
  readonly name: 'api' | 'settings' | 'console'
  readonly base: string
  readonly title: string
  readonly description: string
  readonly key: string
  readonly operations: readonly ApiOperation[]
}

export const apiPlane: Plane = {
  name: 'api',
  base: API_BASE,
  title: 'Kitroom API',
  description:
    'Gear, shoots, maintenance, documents, analytics and profile of one studio account. Every request carries an API key; errors are RFC 9457 problems.',
  key: 'API key',
  operations,
}

/** Account settings. Only owner keys give access to them; owner keys give no access to the API. */
export const settingsPlane: Plane = {
  name: 'settings',
  base: SETTINGS_BASE,
  title: 'Kitroom account settings',
  description:
    'Keys, documents, profile, subscription, audit, events and webhook endpoints of one studio account. Every request carries an owner key; errors are RFC 9457 problems.',
  key: 'Owner key (ok_studio_…)',
  operations: settingsOperations,
}

/** Sessions of browsers. The operations take the session's cookie. */
export const consolePlane: Plane = {
  name: 'console',
  base: CONSOLE_BASE,
  title: 'Kitroom console sessions',
  description: 'Signing in to the console, and the session of a browser.',
  key: 'Cookie of the session',
  operations: consoleOperations,
}
