import type { ColumnRules } from '../cells/columnRules.ts'
import type { SheetSettings } from '../settings/settings.ts'

const monthDayOf = (field: string, { month_dates: days }: SheetSettings): ColumnRules['monthDay'] =>
  typeof days === 'string' ? days : days?.[field as keyof typeof days]

/** Adds what settings say of dates that have no day, a year of two digits, or a time with a zone. */
export function addDateRules(rule: ColumnRules, settings: SheetSettings, timeZone: string): void {
  const { two_digit_years: years, date_zone: dateZone } = settings
  rule.studioZone = timeZone
  if (dateZone !== undefined) rule.dateZone = dateZone
  if (years !== undefined) rule.firstShortYear = Number(years.slice(0, 4))
  const monthDay = monthDayOf(rule.field, settings)
  if (monthDay !== undefined) rule.monthDay = monthDay
}
