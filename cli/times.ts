import { CliError } from './errors.ts'

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }

const secondsOf = (text: string): number | undefined => {
  const match = /^(\d{1,9})([smhd]?)$/.exec(text)
  const unit = SECONDS[match?.[2] || 's']
  return match && unit !== undefined ? Number(match[1]) * unit : undefined
}

/** Seconds of a length of time such as 90s, 15m, 24h, 7d; 0 is none. @throws CliError */
export function readSeconds(text: string): number {
  const seconds = secondsOf(text)
  if (seconds === undefined) throw new CliError(`"${text}" is no length of time. Write 0, 15m, 24h or 7d.`)
  return seconds
}

/** A length of time for people: the seconds of `readSeconds` in the largest unit that fits. */
export function showSeconds(seconds: number): string {
  const unit = Object.entries(SECONDS).findLast(([, size]) => seconds > 0 && seconds % size === 0)
  return unit ? `${seconds / unit[1]} ${unit[0]}` : `${seconds} s`
}

/** A day or a moment as the API takes moments. @throws CliError */
export function readMoment(text: string): string {
  const ms = Date.parse(text)
  if (Number.isNaN(ms)) throw new CliError(`"${text}" is no moment. Write 2027-01-31 or 2027-01-31T18:00:00Z.`)
  return new Date(ms).toISOString()
}

/** A day, a moment, or how long ago: 90m, 24h, 7d. @throws CliError */
export function readSince(text: string, nowMs: number): string {
  const seconds = /[smhd]$/.test(text) ? secondsOf(text) : undefined
  if (seconds !== undefined) return new Date(nowMs - seconds * 1000).toISOString()
  if (Number.isNaN(Date.parse(text))) throw new CliError(`"${text}" is no moment. Write 2h, 3d, 2027-01-31 or 2027-01-31T18:00:00Z.`)
  return readMoment(text)
}
