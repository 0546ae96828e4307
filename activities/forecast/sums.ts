import type { ForecastService, ForecastSum, ForecastSums } from '../../contract/control/forecast.ts'
import { toCents } from './costs.ts'

interface Counter {
  services: number
  cents: number
  unknown: number
}

const createCounter = (): Counter => ({ services: 0, cents: 0, unknown: 0 })

const toMonth = (day: string): string => day.slice(0, 7)

function listMonths(day: string, until: string): string[] {
  const months: string[] = []
  const last = Temporal.PlainYearMonth.from(toMonth(until))
  for (
    let month = Temporal.PlainYearMonth.from(toMonth(day));
    Temporal.PlainYearMonth.compare(month, last) <= 0;
    month = month.add({ months: 1 })
  )
    months.push(month.toString())
  return months
}

/** Creates the sums of a forecast: overdue services, each month, and all services. */
export function createSums(
  day: string,
  until: string,
  currency: string,
): { add(service: ForecastService): void; read(): Pick<ForecastSums, 'overdue' | 'months' | 'total'> } {
  const months = new Map(listMonths(day, until).map((month) => [month, createCounter()]))
  const [overdue, total] = [createCounter(), createCounter()]
  const toSum = (month: string, { services, cents, unknown }: Counter): ForecastSum => ({
    month,
    services,
    cost: cents / 100,
    currency,
    unknown,
  })
  return {
    add: ({ is_overdue: isOverdue, due_on: dueOn, cost }) => {
      for (const counter of [total, isOverdue ? overdue : months.get(toMonth(dueOn))]) {
        if (!counter) continue
        counter.services += 1
        counter.cents += cost === null ? 0 : toCents(cost)
        counter.unknown += cost === null ? 1 : 0
      }
    },
    read: () => ({
      overdue: toSum('overdue', overdue),
      months: [...months].map(([month, counter]) => toSum(month, counter)),
      total: toSum('total', total),
    }),
  }
}
