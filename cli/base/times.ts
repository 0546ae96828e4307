import { CliError } from './errors.ts'

const SECONDS_PER_UNIT: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }

const toSeconds = (text: string): number | undefined => {
  const match = /^(\d{1,9})([smhd]?)$/.exec(text)
  const unit = SECONDS_PER_UNIT[match?.[2] || 's']
  return match && unit !== undefined ? Number(match[1]) * unit : undefined
}

/** Parses a duration such as 90s, 15m, 24h or 7d to seconds; 0 means none. @throws CliError */
export function parseSeconds(text: string): number {
  const seconds = toSeconds(text)
  if (seconds === undefined) throw new CliError(`"${text}" is no length of time. Write 0, 15m, 24h or 7d.`)
  return seconds
}

/** Formats a duration in the largest unit that divides it. */
export function formatSeconds(seconds: number): string {
  const unit = Object.entries(SECONDS_PER_UNIT).findLast(([, size]) => seconds > 0 && seconds % size === 0)
  return unit ? `${seconds / unit[1]} ${unit[0]}` : `${seconds} s`
}

/** Parses a date or a timestamp. @returns an ISO 8601 timestamp in UTC @throws CliError */
export function parseTimestamp(text: string): string {
  const epochMs = Date.parse(text)
  if (Number.isNaN(epochMs)) throw new CliError(`"${text}" is no moment. Write 2027-01-31 or 2027-01-31T18:00:00Z.`)
  return new Date(epochMs).toISOString()
}

/**
 * Parses a date, a timestamp, or an age such as 90m, 24h or 7d.
 * @returns an ISO 8601 timestamp in UTC
 * @throws CliError
 */
export function parseSince(text: string, nowMs: number): string {
  const seconds = /[smhd]$/.test(text) ? toSeconds(text) : undefined
  if (seconds !== undefined) return new Date(nowMs - seconds * 1000).toISOString()
  if (Number.isNaN(Date.parse(text)))
    throw new CliError(`"${text}" is no moment. Write 2h, 3d, 2027-01-31 or 2027-01-31T18:00:00Z.`)
  return parseTimestamp(text)
}
