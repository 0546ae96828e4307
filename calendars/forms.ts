const two = (value: number): string => String(value).padStart(2, '0')

export const dateForm = (day: Temporal.PlainDate): string => day.toString().replaceAll('-', '')

export const localForm = (at: Temporal.PlainDateTime): string => at.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')

/** Formats a UTC DATE-TIME (RFC 5545 section 3.3.5, form 2), to the second. */
export const utcForm = (at: Temporal.Instant): string => at.toString({ smallestUnit: 'second', roundingMode: 'floor' }).replaceAll(/[-:]/g, '')

/** Formats a UTC-OFFSET (RFC 5545 section 3.3.14); zero is positive. */
export function offsetForm(offsetS: number): string {
  const [hours, minutes, seconds] = [Math.floor(Math.abs(offsetS) / 3600), Math.floor((Math.abs(offsetS) % 3600) / 60), Math.abs(offsetS) % 60]
  return `${offsetS < 0 ? '-' : '+'}${two(hours)}${two(minutes)}${seconds === 0 ? '' : two(seconds)}`
}
