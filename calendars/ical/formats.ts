const padToTwoDigits = (value: number): string => String(value).padStart(2, '0')

export const formatDate = (day: Temporal.PlainDate): string => day.toString().replaceAll('-', '')

export const formatLocal = (at: Temporal.PlainDateTime): string =>
  at.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')

/** Formats a UTC DATE-TIME (RFC 5545 section 3.3.5, form 2), to the second. */
export const formatUtc = (at: Temporal.Instant): string =>
  at.toString({ smallestUnit: 'second', roundingMode: 'floor' }).replaceAll(/[-:]/g, '')

/** Formats a UTC-OFFSET (RFC 5545 section 3.3.14); zero is positive. */
export function formatOffset(offsetS: number): string {
  const [hours, minutes, seconds] = [
    Math.floor(Math.abs(offsetS) / 3600),
    Math.floor((Math.abs(offsetS) % 3600) / 60),
    Math.abs(offsetS) % 60,
  ]
  return `${offsetS < 0 ? '-' : '+'}${padToTwoDigits(hours)}${padToTwoDigits(minutes)}${seconds === 0 ? '' : padToTwoDigits(seconds)}`
}
