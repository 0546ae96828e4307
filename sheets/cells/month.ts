import { foldText } from '../../platform/foldText.ts'
import { monthByName } from './months.ts'

export interface YearMonth {
  year: number
  month: number
}

const YEAR_FIRST = /^(\d{4})\s*[-/.]\s*(\d{1,2})$|^(\d{4})年\s*(\d{1,2})月$/
const MONTH_FIRST = /^(\d{1,2})\s*[-/.]\s*(\d{4})$/
const NAME_YEAR = /^(\p{L}+)[\s.,/-]+(?:of |de |del )?(\d{4})$/u
const YEAR_NAME = /^(\d{4})[\s.,/-]+(\p{L}+)$/u

/** Parses a month without a day. The text is one normalized line. */
export function parseMonth(text: string): YearMonth | undefined {
  const yearFirst = YEAR_FIRST.exec(text)
  if (yearFirst) return check(Number(yearFirst[1] ?? yearFirst[3]), Number(yearFirst[2] ?? yearFirst[4]))
  const monthFirst = MONTH_FIRST.exec(text)
  if (monthFirst) return check(Number(monthFirst[2]), Number(monthFirst[1]))
  const folded = foldText(text)
  const nameYear = NAME_YEAR.exec(folded)
  if (nameYear) return check(Number(nameYear[2]), monthByName.get(nameYear[1] ?? ''))
  const yearName = YEAR_NAME.exec(folded)
  return yearName ? check(Number(yearName[1]), monthByName.get(yearName[2] ?? '')) : undefined
}

const check = (year: number, month: number | undefined): YearMonth | undefined =>
  month !== undefined && month >= 1 && month <= 12 ? { year, month } : undefined
