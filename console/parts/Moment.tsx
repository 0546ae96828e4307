import { useFormat } from '../base/format.ts'
import { useMinute } from '../base/useMinute.ts'

/** Shows a relative time, with the exact time on hover. */
export function Moment({ at }: { at: string }) {
  const format = useFormat()
  useMinute()
  return (
    <time dateTime={at} title={format.moment(at)}>
      {format.relative(at)}
    </time>
  )
}

/** Shows a day relative to today, with the date on hover. */
export function RelativeDay({ day }: { day: string }) {
  const format = useFormat()
  return (
    <time dateTime={day} title={format.day(day)}>
      {format.daysFromToday(day)}
    </time>
  )
}
