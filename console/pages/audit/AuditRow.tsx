import { Link } from '@tanstack/react-router'
import type { AuditEntry } from '../../../contract/settings/audit.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { Fact } from '../../parts/Entry.tsx'
import { LogRow } from '../../parts/LogRow.tsx'
import { Tag, type Tone } from '../../parts/Tag.tsx'
import { Changes } from './Changes.tsx'

const MICROSECONDS_PER_MS = 1000

function toneOf(status: number): Tone {
  if (status >= 500) return 'bad'
  if (status >= 400) return 'warn'
  return status >= 300 ? 'quiet' : 'good'
}

/** Links a value to all rows with the same value. */
const FilterLink = ({ name, value }: { name: 'object_id' | 'request_id' | 'key_id'; value: string }) => (
  <Link to="/audit" search={{ [name]: value }} className="mono">
    {value}
  </Link>
)

function Facts({ entry }: { entry: AuditEntry }) {
  const { audit: texts } = useTexts()
  const format = useFormat()
  return (
    <dl className="facts">
      <Fact term={texts.at}>
        <time dateTime={entry.at}>{entry.at}</time>
      </Fact>
      <Fact term={texts.seq}>{format.number(entry.seq)}</Fact>
      <Fact term={texts.count}>{entry.count > 1 ? format.number(entry.count) : null}</Fact>
      <Fact term={texts.request}>
        <FilterLink name="request_id" value={entry.request_id} />
      </Fact>
      <Fact term={texts.key}>
        <FilterLink name="key_id" value={entry.key_id} />
      </Fact>
      <Fact term={texts.session}>{entry.session_id}</Fact>
      <Fact term={texts.scope}>{entry.scope}</Fact>
      <Fact term={texts.recordName}>{entry.object_name}</Fact>
      <Fact term={texts.record}>{entry.object_id && <FilterLink name="object_id" value={entry.object_id} />}</Fact>
      <Fact term={texts.query}>{entry.query}</Fact>
      <Fact term={texts.error}>{entry.error}</Fact>
      <Fact term={texts.duration}>{format.number(entry.duration_us / MICROSECONDS_PER_MS)} ms</Fact>
      <Fact term={texts.bytes}>{texts.inAndOut(format.number(entry.bytes_in), format.number(entry.bytes_out))}</Fact>
      <Fact term={texts.address}>{entry.ip}</Fact>
      <Fact term={texts.agent}>{entry.user_agent}</Fact>
      <Fact term={texts.clientRequest}>{entry.client_request_id}</Fact>
      <Fact term={texts.idempotency}>
        {entry.idempotency && `${entry.idempotency} ${entry.replayed ? texts.replayed : ''}`}
      </Fact>
      <Fact term={texts.versionBefore}>{entry.version_before}</Fact>
      <Fact term={texts.versionAfter}>{entry.version_after}</Fact>
    </dl>
  )
}

/** Shows one request, or several merged ones. An expanded row shows everything that the audit has. */
export function AuditRow({ entry, keyName }: { entry: AuditEntry; keyName: string | undefined }) {
  const format = useFormat()
  return (
    <LogRow
      when={<time dateTime={entry.at}>{format.moment(entry.at)}</time>}
      what={
        <>
          <span className="mono">
            {entry.method} {entry.route}
          </span>{' '}
          {entry.object_name !== null && <bdi className="wrap">{entry.object_name} </bdi>}
          <bdi className="soft small">{keyName ?? entry.key}</bdi>
          {entry.count > 1 && <span className="small"> × {format.number(entry.count)}</span>}
        </>
      }
      tag={<Tag tone={toneOf(entry.status)}>{String(entry.status)}</Tag>}
    >
      {entry.changed !== null && entry.changed.length > 0 && <Changes entry={entry} names={entry.changed} />}
      <Facts entry={entry} />
    </LogRow>
  )
}
