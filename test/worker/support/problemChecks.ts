import { until } from '../../support/wait.ts'
import type { Studio } from './studio.ts'

/**
 * Waits until a check for problems has seen the present state. The check ends an open problem that does not exist; the
 * first one may have begun before, the second one not.
 */
export async function untilProblemsChecked({ stateSql }: Pick<Studio, 'stateSql'>): Promise<void> {
  for (const id of ['first-marker', 'second-marker']) {
    await stateSql(
      `insert into problem (problem_id, key, code, title, detail, facts, began_at)
       values (?, 'calendar:marker', 'calendar_failing', 'Marker', '', '[]', '2026-01-01T00:00:00.000Z')`,
      id,
    )
    await until('the check ends the problem that does not exist', async () =>
      (await stateSql<{ ended_at: string | null }>('select ended_at from problem where problem_id = ?', id)).every(
        (row) => row.ended_at !== null,
      ),
    )
    await stateSql('delete from problem where problem_id = ?', id)
  }
}
