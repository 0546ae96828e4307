import type { NewShoot, Shoot } from '../../../contract/api/shoots.ts'
import { findChanges } from '../../api/conflict.ts'

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

/** Converts text to a duration. Text that is not a number is sent unchanged, so that the API names the fault. */
function toDuration(text: string): number | null {
  const trimmed = orNull(text)
  if (trimmed === null) return null
  return Number.isFinite(Number(trimmed)) ? Number(trimmed) : (trimmed as never)
}

/** Creates the form values of a shoot: texts as typed. */
export const toShootValues = (shoot: Shoot | undefined, day: string) => ({
  title: shoot?.title ?? '',
  client_name: shoot?.client_name ?? '',
  shoot_date: shoot?.shoot_date ?? day,
  shoot_time: shoot?.shoot_time ?? '',
  duration_minutes: shoot?.duration_minutes?.toString() ?? '',
  locations: shoot?.locations.join('\n') ?? '',
  notes: shoot?.notes ?? '',
  status: shoot?.status ?? 'planning',
})
export type ShootValues = ReturnType<typeof toShootValues>

export function toNewShoot(values: ShootValues): NewShoot {
  const locations = values.locations.split('\n').flatMap((line) => orNull(line) ?? [])
  return {
    title: values.title,
    client_name: orNull(values.client_name),
    shoot_date: values.shoot_date,
    shoot_time: orNull(values.shoot_time),
    duration_minutes: toDuration(values.duration_minutes),
    ...(locations.length > 0 ? { locations } : { location: null }),
    notes: orNull(values.notes),
  }
}

/** Finds the fields that the form has changed. */
export const findShootChanges = (base: Shoot, values: ShootValues): Record<string, unknown> =>
  findChanges(base, { ...toNewShoot(values), status: values.status })
