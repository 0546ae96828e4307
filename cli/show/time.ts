const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
const GMT = /^GMT$|^UTC$/

interface ZoneFormats {
  day: Intl.DateTimeFormat
  offset: Intl.DateTimeFormat
}

let studioZone: ZoneFormats | undefined

/** Sets the time zone for output, an IANA name. UTC and unknown names leave timestamps as the API writes them. */
export function setTimeZone(timeZone: string): void {
  studioZone = undefined
  if (GMT.test(timeZone)) return
  try {
    studioZone = {
      // This locale formats dates like ISO 8601.
      day: new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
      offset: new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }),
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
}

/** Formats a timestamp with its offset: 2027-01-31 19:00:00 +01:00. Returns any other text unchanged. */
export function formatTime(text: string): string {
  if (!studioZone || !TIMESTAMP.test(text)) return text
  const date = new Date(text)
  const offsetName = studioZone.offset.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return `${studioZone.day.format(date)} ${offsetName === 'GMT' ? '+00:00' : offsetName.replace('GMT', '')}`
}
