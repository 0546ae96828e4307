import type { DailyInput } from '../../contract/temporal.ts'
import type { FailedStep } from '../../state/dailyRuns.ts'
import type { Day } from '../automation.ts'

/** What a daily run begins and ends with. */
export interface DailyActivities {
  /** The day that a run is about: the one it was asked for, else today in the studio's zone. */
  beginDay(input: DailyInput): Promise<Day>
  /** Notes how the run ended. */
  endDay(arg: Day & { failed: readonly FailedStep[] }): Promise<void>
}
