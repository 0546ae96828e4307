/** The machine's IANA time zone; UTC when it has no common one. */
export function machineTimeZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return Intl.supportedValuesOf('timeZone').includes(zone) ? zone : 'UTC'
}
