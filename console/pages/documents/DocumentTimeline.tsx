import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import type { Document } from '../../../contract/api/documents.ts'
import { documentListQuery } from '../../api/queries.ts'
import { daysBetween } from '../../base/days.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { RelativeDay } from '../../parts/Moment.tsx'
import { PageSkeleton } from '../../parts/PageSkeleton.tsx'
import { DocumentLink } from './DocumentLink.tsx'
import { createTimeAxis, type TimeAxis } from './timeline.ts'

const SHOWN = 200
const SOON_DAYS = 60

const placed = (values: Record<string, string>): CSSProperties => values

function Axis({ axis, today }: { axis: TimeAxis; today: string }) {
  const format = useFormat()
  return (
    <div className="timeline-axis" aria-hidden="true">
      {axis.marks.map((day) => (
        <span key={day} style={placed({ '--at': `${axis.place(day)}%` })}>
          {day.slice(5, 7) === '01' ? day.slice(0, 4) : format.shortMonth(day)}
        </span>
      ))}
      <i style={placed({ '--at': `${axis.place(today)}%` })} />
    </div>
  )
}

function Line({ document, axis, today }: { document: Document; axis: TimeAxis; today: string }) {
  const texts = useTexts().documents
  const format = useFormat()
  const { expires_on: end, issued_on: start } = document
  if (end === null) return null
  const daysLeft = daysBetween(today, end)
  const stateToCome = daysLeft <= SOON_DAYS ? 'soon' : 'later'
  const state = daysLeft < 0 ? 'ended' : stateToCome
  const from = axis.place(start === null || start > end ? axis.from : start)
  return (
    <li className="timeline-line">
      <DocumentLink document={document} className="timeline-name">
        <span className="wrap" dir="auto">
          {document.title}
        </span>
        <span className="small soft">
          {texts.types[document.type]} · {daysLeft < 0 ? texts.ended : texts.ends} {format.day(end)} (
          <RelativeDay day={end} />)
        </span>
      </DocumentLink>
      <span className="timeline-track" aria-hidden="true">
        <span data-state={state} style={placed({ '--from': `${from}%`, '--to': `${axis.place(end)}%` })} />
        <i style={placed({ '--at': `${axis.place(today)}%` })} />
      </span>
    </li>
  )
}

/** Shows documents as bars on a time axis, by their end; a line marks today. */
export function DocumentTimeline({ type, months }: { type: Document['type'] | undefined; months: number }) {
  const texts = useTexts().documents
  const { today } = useFormat()
  const axis = createTimeAxis(today, months)
  const query = useQuery(
    documentListQuery({ limit: SHOWN, expiresFrom: axis.from, expiresTo: axis.to, ...(type && { type }) }),
  )
  const documents = query.data?.data ?? []
  const total = query.data?.pagination.total ?? 0
  return (
    <>
      {query.error && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <PageSkeleton />}
      {query.data && documents.length === 0 && <Empty title={texts.noneEndsTitle} text={texts.noneEndsText} />}
      {documents.length > 0 && (
        <section className="panel timeline" aria-label={texts.timeline}>
          <Axis axis={axis} today={today} />
          <ol>
            {documents.map((document) => (
              <Line key={document.id} document={document} axis={axis} today={today} />
            ))}
          </ol>
        </section>
      )}
      {total > documents.length && documents.length > 0 && (
        <p className="small soft">{texts.more(documents.length, total)}</p>
      )}
    </>
  )
}
