import { getRouteApi, Link } from '@tanstack/react-router'
import type { Shoot } from '../../../contract/api/shoots.ts'
import { useRights } from '../../api/session.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { DAYS_PER_WEEK, mondayOf } from './days.ts'
import { DragArea } from './DragArea.tsx'
import { shootTones } from './tones.ts'
import { useDragShoot, useDropDay } from './useDragDays.ts'
import { MOVE_KEYS, shootElementId, type MoveShoot } from './useMoveShoot.ts'

const route = getRouteApi('/shoots')
const MAX_PER_DAY = 4

interface DayProps {
  day: string
  month: string
  shoots: readonly Shoot[]
  move: MoveShoot
}

function MonthShoot({ shoot, move }: { shoot: Shoot; move: MoveShoot }) {
  const texts = useTexts().shoots
  const { can } = useRights()
  const search = route.useSearch()
  const drag = useDragShoot(shoot)
  return (
    <Link
      {...drag}
      id={shootElementId(shoot.id)}
      to="/shoots"
      search={{ ...search, shoot: shoot.id }}
      resetScroll={false}
      className={`month-shoot clip tag-${shootTones[shoot.status]}`}
      title={`${shoot.title} · ${texts.statuses[shoot.status]}`}
      dir="auto"
      draggable={false}
      aria-keyshortcuts={can('shoots:write') ? MOVE_KEYS : undefined}
      onKeyDown={(event) => move.onKeyDown(shoot, event)}
    >
      {shoot.shoot_time} {shoot.title}
    </Link>
  )
}

function Day({ day, month, shoots, move }: DayProps) {
  const texts = useTexts().shoots
  const format = useFormat()
  const { can } = useRights()
  const search = route.useSearch()
  const drop = useDropDay(day)
  const number = String(Number(day.slice(8)))
  return (
    <div className="month-day" data-outside={!day.startsWith(month)} data-today={day === format.today} {...drop}>
      {can('shoots:write') ? (
        <Link
          to="/shoots"
          search={{ ...search, day }}
          resetScroll={false}
          className="month-number"
          aria-label={`${texts.add}: ${format.day(day)}`}
        >
          {number}
        </Link>
      ) : (
        <span className="month-number">{number}</span>
      )}
      {shoots.slice(0, MAX_PER_DAY).map((shoot) => (
        <MonthShoot key={shoot.id} shoot={shoot} move={move} />
      ))}
      {shoots.length > MAX_PER_DAY && (
        <Link to="/shoots" search={{ view: 'week', week: mondayOf(day) }} className="tiny">
          {texts.more(shoots.length - MAX_PER_DAY)}
        </Link>
      )}
    </div>
  )
}

interface MonthGridProps {
  month: string
  days: readonly string[]
  shoots: readonly Shoot[]
  move: MoveShoot
}

/** Shows a month with its shoots. A shoot can be moved by dragging, by Alt and an arrow, or in its dialog. */
export function MonthGrid({ month, days, shoots, move }: MonthGridProps) {
  const format = useFormat()
  return (
    <DragArea shoots={shoots} move={move} look="month">
      <div className="month">
        {days.slice(0, DAYS_PER_WEEK).map((day) => (
          <div key={day} className="month-head">
            {format.weekday(day).split(/[ ,]/)[0]}
          </div>
        ))}
        {days.map((day) => (
          <Day
            key={day}
            day={day}
            month={month}
            shoots={shoots.filter((shoot) => shoot.shoot_date === day)}
            move={move}
          />
        ))}
      </div>
    </DragArea>
  )
}
