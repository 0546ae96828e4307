import { ActionIcon, SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { shootListQuery } from '../../api/queries.ts'
import { useRights } from '../../api/session.ts'
import { useFormat } from '../../app/format.ts'
import { useTexts } from '../../app/language.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Icon } from '../../parts/icons.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { PageSkeleton } from '../../parts/PageSkeleton.tsx'
import { daysOfMonth, moveMonth } from './month.ts'
import { MonthGrid } from './MonthGrid.tsx'
import { MonthList } from './MonthList.tsx'
import { ShootDialog } from './ShootDialog.tsx'

const MAX_SHOOTS = 200
const route = getRouteApi('/shoots')

/** The shoots of a month as a grid or a list; a dialog shows or creates one. */
export function ShootsPage() {
  const texts = useTexts()
  const format = useFormat()
  const { can } = useRights()
  const search = route.useSearch()
  const navigate = useNavigate()
  const isPhone = useMediaQuery('(width <= 48rem)', window.innerWidth <= 768)
  const month = search.month ?? format.today.slice(0, 7)
  const days = daysOfMonth(month)
  const query = useQuery(shootListQuery({ fromDate: days[0], toDate: days.at(-1), limit: MAX_SHOOTS }))
  const { shoot: _shoot, day: _day, ...place } = search
  const go = (change: typeof search): void => void navigate({ to: '/shoots', search: { ...place, ...change }, resetScroll: false })
  const isList = isPhone || search.view === 'list'
  const shoots = query.data?.data ?? []
  return (
    <>
      <PageHead title={texts.shoots.title}>
        {!isPhone && (
          <SegmentedControl
            size="sm"
            aria-label={texts.shoots.title}
            data={(['month', 'list'] as const).map((value) => ({ value, label: texts.shoots.views[value] }))}
            value={isList ? 'list' : 'month'}
            onChange={(value) => void navigate({ to: '/shoots', search: { month, ...(value === 'list' && { view: 'list' as const }) } })}
          />
        )}
        {can('shoots:write') && (
          <LinkButton to="/shoots" search={{ ...place, day: format.today }} icon="plus">
            {texts.shoots.add}
          </LinkButton>
        )}
      </PageHead>
      <section className="panel" aria-label={format.month(`${month}-01`)}>
        <div className="panel-head">
          <h2 aria-live="polite">{format.month(`${month}-01`)}</h2>
          <div className="row">
            <ActionIcon variant="subtle" color="gray" aria-label={texts.shoots.previous} onClick={() => go({ month: moveMonth(month, -1) })}>
              <Icon name="back" />
            </ActionIcon>
            <ActionIcon variant="subtle" color="gray" aria-label={texts.shoots.next} onClick={() => go({ month: moveMonth(month, 1) })}>
              <Icon name="next" />
            </ActionIcon>
          </div>
        </div>
        {query.error && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
        {query.isPending && <PageSkeleton />}
        {query.data && !isList && <MonthGrid month={month} days={days} shoots={shoots} />}
        {query.data && isList && <MonthList shoots={shoots.filter(({ shoot_date: date }) => date.startsWith(month))} />}
      </section>
      {(search.shoot !== undefined || (search.day !== undefined && can('shoots:write'))) && (
        <ShootDialog key={search.shoot ?? 'new'} id={search.shoot} day={search.day ?? format.today} onClose={() => go({})} />
      )}
    </>
  )
}
