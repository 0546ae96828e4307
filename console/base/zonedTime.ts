const MINUTE_MS = 60_000

/** Computes how far a time zone's clocks are ahead of UTC at a moment. */
function offsetMsAt(ms: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000
}

/**
 * Converts a local time, such as 2026-03-28T09:15, in a time zone to a moment. Other text is returned unchanged, so
 * that the API names the fault.
 */
export function toMoment(local: string, timeZone: string): string {
  const asUtcMs = Date.parse(`${local}Z`)
  if (Number.isNaN(asUtcMs)) return local
  const guessMs = asUtcMs - offsetMsAt(asUtcMs, timeZone)
  return new Date(asUtcMs - offsetMsAt(guessMs, timeZone)).toISOString()
}

/** Returns the last millisecond of a local time's minute. */
export function toMinuteEnd(local: string, timeZone: string): string {
  const ms = Date.parse(toMoment(local, timeZone))
  return Number.isNaN(ms) ? local : new Date(ms + MINUTE_MS - 1).toISOString()
}

/** Formats a moment as local time to the minute, for an input of type datetime-local. */
export const toLocalTime = (ms: number, timeZone: string): string =>
  new Date(ms + offsetMsAt(ms, timeZone)).toISOString().slice(0, 16)
