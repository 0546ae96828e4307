import { getRouteApi, Link } from '@tanstack/react-router'
import type { Shoot } from '../../../contract/shoots.ts'
import { useFormat } from '../../app/format.ts'
import { useTexts } from '../../app/language.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { shootTones } from './tones.ts'

const route = getRouteApi('/shoots')

export function MonthList({ shoots }: { shoots: readonly Shoot[] }) {
  const texts = useTexts().shoots
  const format = useFormat()
  const search = route.useSearch()
  if (shoots.length === 0) return <p className="panel-none">{texts.empty}</p>
  return (
    <ul className="lines">
      {shoots.map((shoot) => (
        <li key={shoot.id}>
          <Link to="/shoots" search={{ ...search, shoot: shoot.id }} resetScroll={false}>
            <span className="when when-long">
              {format.weekday(shoot.shoot_date)} {shoot.shoot_time}
            </span>
            <span className="grow clip" dir="auto">
              {shoot.title}
              <span className="soft">{[shoot.client_name, shoot.location].map((text) => (text === null ? '' : ` · ${text}`)).join('')}</span>
            </span>
            <Tag tone={shootTones[shoot.status]}>{texts.statuses[shoot.status]}</Tag>
          </Link>
        </li>
      ))}
    </ul>
  )
}
