import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AccountEvent } from '../../../contract/events.ts'
import { documentListQuery, eventsOfQuery, maintenanceListQuery } from '../../api/queries.ts'
import { useRights } from '../../api/session.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { maintenanceTones } from '../maintenance/tones.ts'
import { useFieldLabel, useFieldText } from './useFieldText.ts'

const SHOWN = 20

interface RelatedProps {
  title: string
  none: string
  query: { error: Error | null; isPending: boolean }
  isEmpty: boolean
  children: ReactNode
}

function Related({ title, none, query, isEmpty, children }: RelatedProps) {
  return (
    <Panel title={title}>
      {query.error && <ErrorNote error={query.error} />}
      {query.isPending && <Skeleton height={40} />}
      {isEmpty && <span className="small soft">{none}</span>}
      {children}
    </Panel>
  )
}

export function ItemMaintenance({ id }: { id: string }) {
  const texts = useTexts()
  const format = useFormat()
  const query = useQuery(maintenanceListQuery({ item_id: id, limit: SHOWN }))
  const records = query.data?.data ?? []
  return (
    <Related
      title={texts.item.maintenance}
      none={texts.item.noMaintenance}
      query={query}
      isEmpty={query.data?.data.length === 0}
    >
      <ul className="history">
        {records.map((record) => (
          <li key={record.id}>
            <Link to="/maintenance" search={{ record: record.id }} className="wrap">
              {record.service_type}
            </Link>
            <div className="row small soft">
              {format.day(record.service_date)}
              <Tag tone={maintenanceTones[record.status]}>{texts.maintenance.statuses[record.status]}</Tag>
              {record.cost !== null && format.money(record.cost)}
            </div>
          </li>
        ))}
      </ul>
    </Related>
  )
}

export function ItemDocuments({ id }: { id: string }) {
  const texts = useTexts()
  const format = useFormat()
  const query = useQuery(documentListQuery({ gear_id: id, limit: SHOWN }))
  return (
    <Related
      title={texts.item.documents}
      none={texts.item.noDocuments}
      query={query}
      isEmpty={query.data?.data.length === 0}
    >
      <ul className="history">
        {(query.data?.data ?? []).map((document) => (
          <li key={document.id}>
            <div className="wrap" dir="auto">
              {document.title}
            </div>
            <div className="small soft">
              {[texts.documents.types[document.type], document.expires_on !== null && format.day(document.expires_on)]
                .filter(Boolean)
                .join(' · ')}
            </div>
          </li>
        ))}
      </ul>
    </Related>
  )
}

/** Says who made a change, and leads to the run of the worker. */
function ChangedBy({ actor: { kind, name, run_id: run } }: { actor: AccountEvent['data']['actor'] }) {
  const { item: texts } = useTexts()
  const { ownerCan } = useRights()
  const kinds: Partial<Record<typeof kind, string>> = { operator: texts.byOperator, worker: texts.byWorker }
  return (
    <>
      · {kinds[kind] ?? texts.by(name ?? texts.unknownKey)}
      {run !== null && ownerCan('automation:read') && (
        <>
          {' '}
          <Link to="/sync/$id" params={{ id: run }} className="in-text">
            {texts.inRun}
          </Link>
        </>
      )}
    </>
  )
}

function Change({ event }: { event: AccountEvent }) {
  const texts = useTexts()
  const labelOf = useFieldLabel()
  const toText = useFieldText()
  const action = event.type.split('.')[1] ?? ''
  const actions: Record<string, string> = {
    created: texts.item.created,
    deleted: texts.item.deleted,
    updated: texts.item.changed,
  }
  const changes = Object.entries(event.data.changes).filter(([name]) => name !== 'updated_at')
  return (
    <li>
      <div className="small soft wrap">
        {actions[action] ?? action} <Moment at={event.timestamp} /> <ChangedBy actor={event.data.actor} />
      </div>
      {changes.map(([name, { from, to }]) => (
        <div key={name} className="small wrap">
          <bdi>{labelOf(name)}</bdi>: <bdi className="change-from">{toText(name, from)}</bdi> →{' '}
          <bdi className="change-to">{toText(name, to)}</bdi>
        </div>
      ))}
    </li>
  )
}

export function ItemHistory({ id }: { id: string }) {
  const texts = useTexts()
  const query = useQuery(eventsOfQuery(id))
  return (
    <Related title={texts.item.history} none={texts.item.noHistory} query={query} isEmpty={query.data?.length === 0}>
      <ul className="history">
        {(query.data ?? []).map((event) => (
          <Change key={event.id} event={event} />
        ))}
      </ul>
    </Related>
  )
}
