import { z } from 'zod'
import { Sources } from '../sheets/sources/settings.ts'
import { Calendars } from '../calendars/settings.ts'
import { Maintenance } from './maintenance.ts'
import { readYaml } from './readYaml.ts'
import { Reminders } from './reminders.ts'
import { Warranty } from './warranty.ts'

/** kitroom.yaml is invalid. The message has one line per fault: `file:line: what is wrong`. */
export class SettingsError extends Error {
  override name = 'SettingsError'
  readonly code = 'invalid_settings'
  /** Lines of the faults, ascending; empty if the file could not be read. */
  readonly lines: number[]

  constructor(message: string, faults: readonly { line: number }[] = []) {
    super(message)
    this.lines = [...new Set(faults.map(({ line }) => line))]
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
        context.addIssue({
          code: 'custom',
          path: ['reminders', 'people', index, 'steps', 'warranty'],
          message: `${step} lies outside the window of ${warranty.window_days} days (warranty.window_days)`,
        })
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
  if (faults.length > 0) throw createSettingsError(file, faults)
  const result = Config.safeParse(value ?? {})
  if (result.success) return result.data
  throw createSettingsError(file, describeIssues(result.error.issues, lineOf))
}

const createSettingsError = (file: string, faults: readonly { line: number; message: string }[]): SettingsError =>
  new SettingsError(faults.map(({ line, message }) => `${file}:${line}: ${message}`).join('\n'), faults)

type LineOf = (path: readonly PropertyKey[]) => number

function describeIssues(issues: readonly z.core.$ZodIssue[], lineOf: LineOf): { line: number; message: string }[] {
  return issues
    .flatMap((issue) => {
      if (issue.code === 'unrecognized_keys')
        return issue.keys.map((key) => ({
          line: lineOf([...issue.path, key]),
          message: `"${key}" is no setting of ${describePath(issue.path)}`,
        }))
      return [{ line: lineOf(issue.path), message: `${describePath(issue.path)}: ${describeIssue(issue)}` }]
    })
    .sort((a, b) => a.line - b.line)
}

const describePath = (path: readonly PropertyKey[]): string => (path.length === 0 ? 'kitroom.yaml' : path.join('.'))

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  if (issue.code === 'invalid_type')
    return issue.message.startsWith('Invalid input') ? `must be ${issue.expected}` : issue.message
  return issue.message
}
