import { getRouteApi, Link } from '@tanstack/react-router'
import type { Shoot } from '../../../contract/api/shoots.ts'
import { useRights } from '../../api/session.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { DragArea } from './DragArea.tsx'
import { ShootMenu } from './ShootMenu.tsx'
import { shootTones } from './tones.ts'
import { useDragShoot, useDropDay } from './useDragDays.ts'
import { MOVE_KEYS, shootElementId, type MoveShoot } from './useMoveShoot.ts'

const route = getRouteApi('/shoots')

function WeekShoot({ shoot, move }: { shoot: Shoot; move: MoveShoot }) {
  const texts = useTexts().shoots
  const { can } = useRights()
  const search = route.useSearch()
  const canWrite = can('shoots:write')
  const drag = useDragShoot(shoot)
  const details = [shoot.client_name, ...shoot.locations].filter((text) => text !== null)
  return (
    <li className="week-shoot" {...drag}>
      <div className="week-shoot-head">
        <span className="small soft number">{shoot.shoot_time ?? texts.allDay}</span>
        {canWrite && <ShootMenu shoot={shoot} update={move.update} />}
      </div>
      <Link
        id={shootElementId(shoot.id)}
        to="/shoots"
        search={{ ...search, shoot: shoot.id }}
        resetScroll={false}
        draggable={false}
        className="wrap week-title"
        dir="auto"
        aria-keyshortcuts={canWrite ? MOVE_KEYS : undefined}
        onKeyDown={(event) => move.onKeyDown(shoot, event)}
      >
        {shoot.title}
      </Link>
      {details.length > 0 && (
        <div className="small soft wrap" dir="auto">
          {details.join(' · ')}
        </div>
      )}
      <Tag tone={shootTones[shoot.status]}>{texts.statuses[shoot.status]}</Tag>
    </li>
  )
}

function WeekDay({ day, shoots, move }: { day: string; shoots: readonly Shoot[]; move: MoveShoot }) {
  const texts = useTexts().shoots
  const format = useFormat()
  const { can } = useRights()
  const search = route.useSearch()
  const drop = useDropDay(day)
  return (
    <section className="week-day" aria-label={format.weekday(day)} data-today={day === format.today} {...drop}>
      <div className="week-day-head">
        <h3>{format.weekday(day)}</h3>
        {can('shoots:write') && (
          <Link
            to="/shoots"
            search={{ ...search, day }}
            resetScroll={false}
            className="week-add"
            aria-label={`${texts.add}: ${format.day(day)}`}
          >
            <Icon name="plus" size={16} />
          </Link>
        )}
      </div>
      {shoots.length === 0 ? (
        <p className="small soft week-none">{texts.noneOnDay}</p>
      ) : (
        <ul className="week-shoots">
          {shoots.map((shoot) => (
            <WeekShoot key={shoot.id} shoot={shoot} move={move} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Shows the days of a week beside each other; on a phone below each other. */
export const WeekGrid = ({
  days,
  shoots,
  move,
}: {
  days: readonly string[]
  shoots: readonly Shoot[]
  move: MoveShoot
}) => (
  <DragArea shoots={shoots} move={move} look="week">
    <div className="week">
      {days.map((day) => (
        <WeekDay key={day} day={day} shoots={shoots.filter((shoot) => shoot.shoot_date === day)} move={move} />
      ))}
    </div>
  </DragArea>
)
