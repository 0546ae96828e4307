import type { DailyInput } from '../../contract/temporal.ts'
import type { Day } from '../automation.ts'

/** What a day begins with. */
export interface DailyActivities {
  /** The day that a run is about: the one it was asked for, else today in the studio's zone. */
  beginDay(input: DailyInput): Promise<Day>
}
