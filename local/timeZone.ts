/** This machine's time zone as an IANA name; UTC where it has none that is commonly known. */
export function machineTimeZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return Intl.supportedValuesOf('timeZone').includes(zone) ? zone : 'UTC'
}
