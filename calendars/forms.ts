const two = (value: number): string => String(value).padStart(2, '0')

/** A DATE (RFC 5545 section 3.3.4). */
export const dateForm = (day: Temporal.PlainDate): string => day.toString().replaceAll('-', '')

/** A DATE-TIME in local time (RFC 5545 section 3.3.5, form 1; with a TZID form 3). */
export const localForm = (at: Temporal.PlainDateTime): string => at.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')

/** A DATE-TIME in UTC (RFC 5545 section 3.3.5, form 2), to the second. */
export const utcForm = (at: Temporal.Instant): string => at.toString({ smallestUnit: 'second', roundingMode: 'floor' }).replaceAll(/[-:]/g, '')

/** A UTC-OFFSET (RFC 5545 section 3.3.14); zero is positive. */
export function offsetForm(offsetS: number): string {
  const [hours, minutes, seconds] = [Math.floor(Math.abs(offsetS) / 3600), Math.floor((Math.abs(offsetS) % 3600) / 60), Math.abs(offsetS) % 60]
  return `${offsetS < 0 ? '-' : '+'}${two(hours)}${two(minutes)}${seconds === 0 ? '' : two(seconds)}`
}
