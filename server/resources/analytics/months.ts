import { describeFault } from '../../../contract/faultReasons.ts'
import { getMonthlyFigures, MAX_MONTHS, type MonthlyFigures } from '../../../contract/api/analytics.ts'
import type { Input } from '../../../contract/operation.ts'
import type { Answer } from '../../answer.ts'
import { createQueryError, readQuery } from '../../http/query.ts'
import type { ReadContext } from '../../http/route.ts'
import { checkRange } from '../shared/range.ts'
import { answerFigures } from './answerFigures.ts'

const slowMonths = new URL('./slowMonths.ts', import.meta.url)

function listMonths(from: string, to: string): string[] {
  const first = Temporal.PlainYearMonth.from(from)
  const count = first.until(to, { largestUnit: 'month' }).months + 1
  if (count > MAX_MONTHS)
    throw createQueryError([
      { parameter: 'to', ...describeFault('beyond_months', { months: MAX_MONTHS, other_field: 'from' }) },
    ])
  return Array.from({ length: count }, (_value, index) => first.add({ months: index }).toString())
}

/** Reads costs from the records, off the event loop. */
export async function getMonths(context: ReadContext): Promise<Answer> {
  const { app, actor, query } = context
  const range = readQuery(getMonthlyFigures, query) as Input<typeof getMonthlyFigures>['query']
  checkRange(range, 'from', 'to')
  const input = { account: actor.account, months: listMonths(range.from, range.to) }
  const figures = await app.db.runSlowRead({ module: slowMonths, input, lane: actor.account })
  return answerFigures(context, figures as Omit<MonthlyFigures, 'generated_at'>)
}
