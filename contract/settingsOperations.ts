import type { Operation } from './operation.ts'

/** Path prefix of the settings plane; operation paths are relative to it. */
export const SETTINGS_BASE = '/settings/v1'

/** Every operation of the settings plane, in the order of the documents. */
export const settingsOperations = [] as const satisfies readonly Operation[]
