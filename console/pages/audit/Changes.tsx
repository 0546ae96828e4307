import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AccountEvent } from '../../../contract/events.ts'
import type { AuditEntry } from '../../../contract/settings/audit.ts'
import { eventsOfRequestQuery } from '../../api/ownerQueries.ts'
import { useRights } from '../../api/session.ts'
import { useTexts } from '../../base/language.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { useFieldLabel, useFieldText } from '../inventory/useFieldText.ts'

function EventChanges({ event }: { event: AccountEvent }) {
  const texts = useTexts()
  const labelOf = useFieldLabel()
  const toText = useFieldText()
  const changes = Object.entries(event.data.changes).filter(([name]) => name !== 'updated_at')
  return (
    <li>
      <div className="soft">{texts.webhooks.eventNames[event.type] ?? event.type}</div>
      {changes.map(([name, { from, to }]) => (
        <div key={name} className="wrap">
          <bdi>{labelOf(name)}</bdi>: <bdi className="change-from">{toText(name, from)}</bdi> →{' '}
          <bdi className="change-to">{toText(name, to)}</bdi>
        </div>
      ))}
    </li>
  )
}

/** Shows the changes by a request: values before and after from its events, else the names of the fields. */
export function Changes({ entry, names }: { entry: AuditEntry; names: readonly string[] }) {
  const texts = useTexts()
  const labelOf = useFieldLabel()
  const { ownerCan } = useRights()
  const mayRead = ownerCan('events:read')
  const {
    data: events = [],
    error,
    isLoading,
  } = useQuery({ ...eventsOfRequestQuery(entry.request_id), enabled: mayRead })
  return (
    <>
      {isLoading && <Skeleton height={24} />}
      {error && <ErrorNote error={error} />}
      {events.length > 0 ? (
        <ul className="attempts" aria-label={texts.audit.changes}>
          {events.map((event) => (
            <EventChanges key={event.id} event={event} />
          ))}
        </ul>
      ) : (
        <div className="small">
          <span className="soft">{texts.audit.changes}:</span> {names.map(labelOf).join(', ')}
        </div>
      )}
    </>
  )
}
