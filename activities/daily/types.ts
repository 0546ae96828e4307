import type { DailyInput } from '../../contract/temporal.ts'
import type { FailedStep } from '../../state/dailyRuns.ts'
import type { Day } from '../automation.ts'

export interface DailyActivities {
  beginDay(input: DailyInput): Promise<Day>
  endDay(arg: Day & { failed: readonly FailedStep[] }): Promise<void>
}
