import { z } from 'zod'
import { Sources } from '../sheets/sources/settings.ts'
import { Calendars } from '../calendars/settings.ts'
import { say, sayAll, type Said } from '../contract/sentences/say.ts'
import { sayIssue } from '../contract/sentences/sayIssue.ts'
import { createSettingIssue } from '../contract/sentences/schemaSentences.ts'
import { Maintenance } from './maintenance.ts'
import { readYaml } from './readYaml.ts'
import { Reminders } from './reminders.ts'
import { Warranty } from './warranty.ts'

/** A fault of kitroom.yaml: its line, and what is said about it. */
interface SettingsFault {
  line: number
  said: Said
}

/** kitroom.yaml is invalid. The message has one line per fault: `file:line: what is wrong`. */
export class SettingsError extends Error {
  override name = 'SettingsError'
  readonly code = 'invalid_settings'
  /** The faults, each with its place. */
  readonly faults: readonly Said[]
  /** Lines of the faults, ascending; empty if the file could not be read. */
  readonly lines: number[]

  constructor(faults: readonly Said[], lines: readonly number[] = []) {
    super(faults.map(({ message }) => message).join('\n'))
    this.faults = faults
    this.lines = [...new Set(lines)]
  }
}

/** Adds the types that `warranty` watches to calendars of warranties. */
const addWatchedTypes = (calendars: Calendars, { types }: Warranty): Calendars =>
  calendars.map((calendar) => (calendar.shows === 'warranty' ? { ...calendar, types } : calendar))

/** Rejects a person's step before the watch window opens, because it would never be sent. */
function rejectStepsOutsideWindow(
  { reminders, warranty }: { reminders: Reminders; warranty: Warranty },
  context: z.RefinementCtx,
): void {
  reminders.people?.forEach(({ steps }, index) => {
    for (const step of steps.warranty ?? [])
      if (step > warranty.window_days)
        context.addIssue(
          createSettingIssue(
            say('setting_step_outside', { step, window: warranty.window_days, setting: 'warranty.window_days' }),
            ['reminders', 'people', index, 'steps', 'warranty'],
          ),
        )
  })
}

export const Config = z
  .strictObject({
    sources: Sources,
    reminders: Reminders,
    maintenance: Maintenance,
    warranty: Warranty,
    calendars: Calendars,
  })
  .superRefine(rejectStepsOutsideWindow)
  .transform((config) => ({ ...config, calendars: addWatchedTypes(config.calendars, config.warranty) }))
export type Config = z.output<typeof Config> & {
  /** Addresses at which people want no reminders. They are in the worker's database, not in kitroom.yaml. */
  unsubscribed?: readonly UnsubscribedAddress[]
}

/** An address of a person, as ids of kitroom.yaml. */
export interface UnsubscribedAddress {
  person: string
  channel: string
  recipient: string
}

/**
 * Parses kitroom.yaml. Paths in `file:` stay as written, relative to its folder.
 * @param file name used in messages
 * @throws SettingsError with every fault and its line
 */
export function loadConfig(text: string, file = 'kitroom.yaml'): Config {
  const { value, faults, lineOf } = readYaml(text)
  if (faults.length > 0)
    throw createSettingsError(
      faults.map(({ line, said }) => ({ line, said: sayAll(say('line_of_settings', { file, line }), said) })),
    )
  const root = value ?? {}
  const result = Config.safeParse(root)
  if (result.success) return result.data
  throw createSettingsError(result.error.issues.flatMap((issue) => sayFaults(issue, { file, root, lineOf })))
}

function createSettingsError(faults: readonly SettingsFault[]): SettingsError {
  const sorted = faults.toSorted((a, b) => a.line - b.line)
  return new SettingsError(
    sorted.map(({ said }) => said),
    sorted.map(({ line }) => line),
  )
}

interface ReadFile {
  file: string
  /** The whole value of the file. */
  root: unknown
  lineOf: (path: readonly PropertyKey[]) => number
}

/** Says the faults of an issue, each with its line: one, or one for each unknown setting. */
function sayFaults(issue: z.core.$ZodIssue, { file, root, lineOf }: ReadFile): SettingsFault[] {
  const path = describePath(issue.path)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((name) => {
      const line = lineOf([...issue.path, name])
      return {
        line,
        said: sayAll(say('line_of_settings', { file, line }), say('setting_unknown', { name, section: path })),
      }
    })
  const line = lineOf(issue.path)
  return [{ line, said: sayAll(say('setting_in_line', { file, line, path }), sayIssue(issue, root)) }]
}

const describePath = (path: readonly PropertyKey[]): string => (path.length === 0 ? 'kitroom.yaml' : path.join('.'))
