const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
const GMT = /^GMT$|^UTC$/

interface Zone {
  day: Intl.DateTimeFormat
  offset: Intl.DateTimeFormat
}

let studio: Zone | undefined

/** Shows moments in this time zone from now on, an IANA name. UTC, or a name that this Node does not know, leaves them as the API writes them. */
export function setTimeZone(timeZone: string): void {
  if (GMT.test(timeZone)) return
  try {
    studio = {
      // The one locale that writes dates as ISO 8601 does.
      day: new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
      offset: new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }),
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
}

/** A moment of the API for people, with its offset: 2027-01-31 19:00:00 +01:00. Any other text stays as it is. */
export function showTime(text: string): string {
  if (!studio || !TIMESTAMP.test(text)) return text
  const moment = new Date(text)
  const name = studio.offset.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return `${studio.day.format(moment)} ${name === 'GMT' ? '+00:00' : name.replace('GMT', '')}`
}
