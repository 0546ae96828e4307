import { ActionIcon, Button, SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { shootListQuery } from '../../api/queries.ts'
import { useRights } from '../../api/session.ts'
import { addDays } from '../../base/days.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Icon } from '../../parts/icons.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { PageSkeleton } from '../../parts/PageSkeleton.tsx'
import { DAYS_PER_WEEK, daysOfMonth, daysOfWeek, mondayOf, moveMonth } from './days.ts'
import { MonthGrid } from './MonthGrid.tsx'
import { MonthList } from './MonthList.tsx'
import type { ShootsSearch } from './search.ts'
import { ShootConflict } from './ShootConflict.tsx'
import { ShootDialog } from './ShootDialog.tsx'
import './shoots.css'
import { useMoveShoot } from './useMoveShoot.ts'
import { WeekGrid } from './WeekGrid.tsx'

const MAX_SHOOTS = 200
const route = getRouteApi('/shoots')
const FeedsDialog = lazy(() => import('./FeedsDialog.tsx').then((module) => ({ default: module.FeedsDialog })))

interface Span {
  title: string
  days: readonly string[]
  /** Returns the search of the next or previous span. */
  step: (by: 1 | -1) => ShootsSearch
}

/** Finds the week or month in the address, else the present one. */
function useSpan({ view, month, week }: ShootsSearch): Span {
  const format = useFormat()
  if (view === 'week') {
    const monday = week ?? mondayOf(format.today)
    const days = daysOfWeek(monday)
    return {
      title: `${format.day(monday)} – ${format.day(days.at(-1) ?? monday)}`,
      days,
      step: (by) => ({ week: addDays(monday, by * DAYS_PER_WEEK) }),
    }
  }
  const shown = month ?? format.today.slice(0, 7)
  return {
    title: format.month(`${shown}-01`),
    days: daysOfMonth(shown),
    step: (by) => ({ month: moveMonth(shown, by) }),
  }
}

function SpanView({ search, span, isPhone }: { search: ShootsSearch; span: Span; isPhone: boolean }) {
  const { today } = useFormat()
  const texts = useTexts().shoots
  const query = useQuery({
    ...shootListQuery({ fromDate: span.days[0], toDate: span.days.at(-1), limit: MAX_SHOOTS }),
    placeholderData: keepPreviousData,
  })
  const shoots = query.data?.data ?? []
  const move = useMoveShoot(shoots)
  const month = search.month ?? today.slice(0, 7)
  const isList = search.view === 'list' || (isPhone && search.view === undefined)
  return (
    <>
      {query.error && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <PageSkeleton />}
      {query.data && search.view === 'week' && <WeekGrid days={span.days} shoots={shoots} move={move} />}
      {query.data && isList && (
        <MonthList shoots={shoots.filter(({ shoot_date: date }) => date.startsWith(month))} move={move} />
      )}
      {query.data && !isList && search.view !== 'week' && (
        <MonthGrid month={month} days={span.days} shoots={shoots} move={move} />
      )}
      {query.data && query.data.pagination.total > shoots.length && (
        <p className="panel-none">{texts.shownOf(shoots.length, query.data.pagination.total)}</p>
      )}
      <ShootConflict update={move.update} />
    </>
  )
}

function Head({ search, isPhone, go }: { search: ShootsSearch; isPhone: boolean; go: (change: ShootsSearch) => void }) {
  const texts = useTexts()
  const format = useFormat()
  const navigate = useNavigate()
  const { can, ownerCan } = useRights()
  const views = isPhone ? (['week', 'list'] as const) : (['month', 'week', 'list'] as const)
  const shown = search.view ?? (isPhone ? 'list' : 'month')
  const choose = (view: string): void => {
    const chosen: ShootsSearch = {}
    if (search.month !== undefined) chosen.month = search.month
    if (search.week !== undefined) chosen.week = search.week
    if (view !== 'month') chosen.view = view as 'week' | 'list'
    void navigate({ to: '/shoots', search: chosen })
  }
  return (
    <PageHead title={texts.shoots.title}>
      <SegmentedControl
        size="sm"
        aria-label={texts.shoots.view}
        data={views.map((value) => ({ value, label: texts.shoots.views[value] }))}
        value={shown}
        onChange={choose}
      />
      {ownerCan('automation:read') && (
        <Button variant="default" onClick={() => go({ feeds: true })}>
          {texts.feeds.open}
        </Button>
      )}
      {can('shoots:write') && (
        <LinkButton to="/shoots" search={{ ...search, day: format.today }} icon="plus">
          {texts.shoots.add}
        </LinkButton>
      )}
    </PageHead>
  )
}

/**
 * Shows the shoots of a month or week. One dialog shows or creates a shoot, another has the addresses of calendar
 * feeds.
 */
export function ShootsPage() {
  const texts = useTexts()
  const format = useFormat()
  const { can, ownerCan } = useRights()
  const { shoot, day, feeds, ...place } = route.useSearch()
  const navigate = useNavigate()
  const isPhone = useMediaQuery('(width <= 48rem)', window.innerWidth <= 768)
  const span = useSpan(place)
  const go = (change: ShootsSearch): void =>
    void navigate({ to: '/shoots', search: { ...place, ...change }, resetScroll: false })
  const names =
    place.view === 'week' ? texts.shoots.weekSteps : { previous: texts.shoots.previous, next: texts.shoots.next }
  return (
    <>
      <Head search={place} isPhone={isPhone} go={go} />
      <section className="panel" aria-label={span.title}>
        <div className="panel-head">
          <h2 aria-live="polite">{span.title}</h2>
          <div className="row">
            <ActionIcon variant="subtle" color="gray" aria-label={names.previous} onClick={() => go(span.step(-1))}>
              <Icon name="back" />
            </ActionIcon>
            <ActionIcon variant="subtle" color="gray" aria-label={names.next} onClick={() => go(span.step(1))}>
              <Icon name="next" />
            </ActionIcon>
          </div>
        </div>
        <SpanView search={place} span={span} isPhone={isPhone} />
      </section>
      {(shoot !== undefined || (day !== undefined && can('shoots:write'))) && (
        <ShootDialog key={shoot ?? 'new'} id={shoot} day={day ?? format.today} onClose={() => go({})} />
      )}
      {feeds && ownerCan('automation:read') && (
        <Suspense>
          <FeedsDialog onClose={() => go({})} />
        </Suspense>
      )}
    </>
  )
}
