import { useFormat } from '../base/format.ts'
import { useMinute } from '../base/useMinute.ts'

/** How long ago, with the exact time on hover. */
export function Moment({ at }: { at: string }) {
  const format = useFormat()
  useMinute()
  return (
    <time dateTime={at} title={format.moment(at)}>
      {format.relative(at)}
    </time>
  )
}

/** How many days from today, with the date on hover. */
export function RelativeDay({ day }: { day: string }) {
  const format = useFormat()
  return (
    <time dateTime={day} title={format.day(day)}>
      {format.daysFromToday(day)}
    </time>
  )
}
