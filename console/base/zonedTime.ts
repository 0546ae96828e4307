const MINUTE_MS = 60_000

/** How far the clocks of a time zone are ahead of UTC at a moment. */
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

/** The moment of a local time, such as 2026-03-28T09:15, in a time zone. A text that is no time is returned as it is, for the API to name the fault. */
export function toMoment(local: string, timeZone: string): string {
  const asUtcMs = Date.parse(`${local}Z`)
  if (Number.isNaN(asUtcMs)) return local
  const guessMs = asUtcMs - offsetMsAt(asUtcMs, timeZone)
  return new Date(asUtcMs - offsetMsAt(guessMs, timeZone)).toISOString()
}

/** The last millisecond of the minute of a local time. */
export function toMinuteEnd(local: string, timeZone: string): string {
  const ms = Date.parse(toMoment(local, timeZone))
  return Number.isNaN(ms) ? local : new Date(ms + MINUTE_MS - 1).toISOString()
}

/** The local time of a moment, to the minute, as an input of type datetime-local has it. */
export const toLocalTime = (ms: number, timeZone: string): string =>
  new Date(ms + offsetMsAt(ms, timeZone)).toISOString().slice(0, 16)
