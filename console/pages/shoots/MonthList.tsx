import { getRouteApi, Link } from '@tanstack/react-router'
import type { Shoot } from '../../../contract/api/shoots.ts'
import { useRights } from '../../api/session.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { ShootMenu } from './ShootMenu.tsx'
import { shootTones } from './tones.ts'
import { MOVE_KEYS, shootElementId, type MoveShoot } from './useMoveShoot.ts'

const route = getRouteApi('/shoots')

/** Lists the shoots of a month. */
export function MonthList({ shoots, move }: { shoots: readonly Shoot[]; move: MoveShoot }) {
  const texts = useTexts().shoots
  const format = useFormat()
  const { can } = useRights()
  const search = route.useSearch()
  if (shoots.length === 0) return <p className="panel-none">{texts.empty}</p>
  return (
    <ul className="lines shoot-lines">
      {shoots.map((shoot) => (
        <li key={shoot.id}>
          <Link
            id={shootElementId(shoot.id)}
            to="/shoots"
            search={{ ...search, shoot: shoot.id }}
            resetScroll={false}
            aria-keyshortcuts={can('shoots:write') ? MOVE_KEYS : undefined}
            onKeyDown={(event) => move.onKeyDown(shoot, event)}
          >
            <span className="when when-long">
              {format.weekday(shoot.shoot_date)} {shoot.shoot_time}
            </span>
            <span className="grow clip" dir="auto">
              {shoot.title}
              <span className="soft">
                {[shoot.client_name, shoot.location].map((text) => (text === null ? '' : ` · ${text}`)).join('')}
              </span>
            </span>
            <Tag tone={shootTones[shoot.status]}>{texts.statuses[shoot.status]}</Tag>
          </Link>
          {can('shoots:write') && <ShootMenu shoot={shoot} update={move.update} />}
        </li>
      ))}
    </ul>
  )
}
