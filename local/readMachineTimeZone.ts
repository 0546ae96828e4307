/** Reads the machine's IANA time zone; UTC if Node does not list the machine's zone. */
export function readMachineTimeZone(): string {
  const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return Intl.supportedValuesOf('timeZone').includes(timeZone) ? timeZone : 'UTC'
}
