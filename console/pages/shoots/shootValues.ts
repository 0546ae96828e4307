import type { NewShoot, Shoot } from '../../../contract/api/shoots.ts'
import { findChanges } from '../../api/conflict.ts'
import type { Format } from '../../base/createFormat.ts'
import { toTypedText, toTypedValue } from '../../base/typed.ts'

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

/** Creates the form values of a shoot: texts as typed. */
export const toShootValues = (shoot: Shoot | undefined, day: string, format: Format) => ({
  title: shoot?.title ?? '',
  client_name: shoot?.client_name ?? '',
  shoot_date: toTypedText(shoot?.shoot_date ?? day, format),
  shoot_time: shoot?.shoot_time ?? '',
  duration_minutes: toTypedText(shoot?.duration_minutes, format),
  locations: shoot?.locations.join('\n') ?? '',
  notes: shoot?.notes ?? '',
  status: shoot?.status ?? 'planning',
})
export type ShootValues = ReturnType<typeof toShootValues>

/** Converts texts to the values to send. A refused number or day is sent as typed: the API refuses it too. */
export function toNewShoot(values: ShootValues, format: Format): NewShoot {
  const locations = values.locations.split('\n').flatMap((line) => orNull(line) ?? [])
  return {
    title: values.title,
    client_name: orNull(values.client_name),
    shoot_date: (toTypedValue('day', values.shoot_date, format) ?? '') as string,
    shoot_time: orNull(values.shoot_time),
    duration_minutes: toTypedValue('integer', values.duration_minutes, format) as number | null,
    ...(locations.length > 0 ? { locations } : { location: null }),
    notes: orNull(values.notes),
  }
}

/** Finds the fields that the form has changed. */
export const findShootChanges = (base: Shoot, values: ShootValues, format: Format): Record<string, unknown> =>
  findChanges(base, { ...toNewShoot(values, format), status: values.status })
