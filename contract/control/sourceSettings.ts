import { z } from 'zod'
import { temporalErrors } from '../controlErrors.ts'
import { defineControlOperation } from '../operation.ts'
import { uuid } from '../text.ts'
import { Run } from './control.ts'

/**
 * Settings of a source that say how its sheet is read. Those that decide about approval, deletion, times and places are
 * changed in kitroom.yaml only.
 */
export const readingSettings = [
  'preset',
  'sheet',
  'encoding',
  'key',
  'columns',
  'ignore',
  'notes_from',
  'identifiers',
  'values',
  'decimal',
  'date_order',
  'two_digit_years',
  'month_dates',
  'date_zone',
  'defaults',
  'quantity',
  'sold_lists',
  'presence',
  'same_item',
  'damaged_values',
  'maintenance',
] as const

const settingValues = z.partialRecord(z.enum(readingSettings), z.unknown())

export const SourceSettingsView = z.strictObject({
  source: z.string(),
  /** The reading settings that are set, as in kitroom.yaml. Others have their defaults. */
  settings: settingValues,
  /**
   * Place of a change. `file`: in kitroom.yaml of the worker's host too. `unwritable`: that file could not be written,
   * and is outdated. `database`: only in the settings in force, since the host has no such file. Absent in reads.
   */
  stored_in: z.enum(['file', 'unwritable', 'database']).optional(),
})
export type SourceSettingsView = z.output<typeof SourceSettingsView>

const body = z.strictObject({ data: SourceSettingsView })
const params = { source: z.string() }

/** Adds a source for a sheet that people send, or for an address, to the settings in force and to kitroom.yaml. */
export const createSource = defineControlOperation({
  id: 'createSource',
  method: 'POST',
  path: '/sources',
  objectType: 'sync',
  summary: 'Add a source for a sheet that is sent, or for a web address',
  body: z.strictObject({
    /** Name of the file or list, from which the id is made. */
    name: z.string().trim().min(1).max(255),
    /** Web address of the sheet: a Google Sheet, or a file. Absent for sheets that people send. */
    address: z.string().trim().min(1).max(8192).optional(),
  }),
  reply: { status: 201, body },
  errors: [],
})

export const getSourceSettings = defineControlOperation({
  id: 'getSourceSettings',
  method: 'GET',
  path: '/sources/{source}/settings',
  objectType: 'sync',
  summary: 'Read how the sheet of a source is read',
  params,
  reply: { status: 200, body },
  errors: ['unknown_source'],
})

/** Changes reading settings by a merge patch (RFC 7396): `null` removes one. A header is found whatever its case. */
export const updateSourceSettings = defineControlOperation({
  id: 'updateSourceSettings',
  method: 'PATCH',
  path: '/sources/{source}/settings',
  objectType: 'sync',
  summary: 'Change how the sheet of a source is read',
  params,
  body: z.strictObject({ settings: settingValues }),
  reply: { status: 200, body },
  errors: ['unknown_source'],
})

/** Starts a run of the same sheet with the settings of now. Its plan waits, and supersedes one of the source. */
export const replanRun = defineControlOperation({
  id: 'replanRun',
  method: 'POST',
  path: '/runs/{id}/replan',
  objectType: 'sync',
  summary: 'Plan the sheet of a run again',
  params: { id: uuid },
  body: z.strictObject({}),
  reply: { status: 202, body: z.strictObject({ data: Run }) },
  errors: ['unknown_run', 'unknown_source', 'sync_running', 'api_unavailable', ...temporalErrors],
})
