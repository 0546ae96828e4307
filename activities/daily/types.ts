import type { DailyInput } from '../../contract/temporal.ts'
import type { FailedStep } from '../../state/schedules/dailyRuns.ts'
import type { Counts, Day } from '../shared/automation.ts'

export interface DailyActivities {
  beginDay(input: DailyInput): Promise<Day>
  /** @param arg `done` has counts by step; workflows of earlier versions send none */
  endDay(arg: Day & { failed: readonly FailedStep[]; done?: Readonly<Record<string, Counts>> }): Promise<void>
}
