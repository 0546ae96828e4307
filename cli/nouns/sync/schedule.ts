import { pauseSchedule, resumeSchedule, type ScheduleInfo } from '../../../contract/control/schedules.ts'
import { withControl } from '../../access/control.ts'
import { EXIT, type CommandContext, type JsonOption } from '../../base/command.ts'
import { escapeUnsafe, formatJson } from '../../show/text.ts'
import { formatTime } from '../../show/time.ts'

export function formatSchedule({ cron, time_zone, next_at, paused, note }: ScheduleInfo): string {
  const title = `schedule ${escapeUnsafe(cron)}${time_zone === null ? '' : ` ${escapeUnsafe(time_zone)}`}`
  if (paused) return `${title}, paused${note === null ? '' : `: ${escapeUnsafe(note)}`}`
  return next_at === null ? `${title}, next time not known now` : `${title}, next ${formatTime(next_at)}`
}

const printSchedule = (
  context: CommandContext,
  source: string,
  schedule: ScheduleInfo,
  json: boolean | undefined,
): number => {
  context.terminal.printResult(
    json ? formatJson({ source, schedule }) : `${escapeUnsafe(source)}: ${formatSchedule(schedule)}`,
  )
  return EXIT.success
}

/** `kitroom sync pause`: stops scheduled syncs of the source; a person can still start one. */
export const pauseScheduleCommand = (
  context: CommandContext,
  source: string,
  { note, json }: { note?: string; json?: boolean },
): Promise<number> =>
  withControl(context.env, async (control) => {
    const { body } = await control.call(pauseSchedule, { params: { source }, body: note === undefined ? {} : { note } })
    return printSchedule(context, source, body.data, json)
  })

/** `kitroom sync resume`: continues with the schedule's next time. */
export const resumeScheduleCommand = (context: CommandContext, source: string, { json }: JsonOption): Promise<number> =>
  withControl(context.env, async (control) => {
    const { body } = await control.call(resumeSchedule, { params: { source }, body: {} })
    return printSchedule(context, source, body.data, json)
  })
