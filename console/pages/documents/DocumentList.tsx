import { useQuery } from '@tanstack/react-query'
import type { Document } from '../../../contract/api/documents.ts'
import { documentListQuery } from '../../api/queries.ts'
import type { Format } from '../../base/createFormat.ts'
import { daysBetween } from '../../base/days.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { PageSkeleton } from '../../parts/PageSkeleton.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Tag } from '../../parts/Tag.tsx'
import type { Texts } from '../../texts/en.ts'
import { DocumentLink } from './DocumentLink.tsx'

const SHOWN = 200
const SOON_DAYS = 60

/** Groups documents by the month of their end: future ones first, then ended ones, then those without an end. */
function groupByMonth(
  documents: readonly Document[],
  format: Format,
  texts: Texts,
): [title: string, documents: Document[]][] {
  const groups = new Map<string, Document[]>()
  const coming = documents.filter(({ expires_on: end }) => end !== null && end >= format.today)
  const past = documents.filter(({ expires_on: end }) => end !== null && end < format.today).toReversed()
  const add = (title: string, document: Document): void =>
    void groups.set(title, [...(groups.get(title) ?? []), document])
  for (const document of coming) add(format.month(document.expires_on ?? ''), document)
  for (const document of past) add(texts.documents.past, document)
  for (const document of documents.filter(({ expires_on: end }) => end === null)) add(texts.documents.undated, document)
  return [...groups]
}

function DocumentLine({ document }: { document: Document }) {
  const texts = useTexts()
  const format = useFormat()
  const { expires_on: end } = document
  const daysLeft = end === null ? undefined : daysBetween(format.today, end)
  return (
    <li>
      <DocumentLink document={document}>
        <span className="when" title={end === null ? undefined : format.daysFromToday(end)}>
          {end === null ? texts.none : format.day(end)}
        </span>
        <span className="grow clip" dir="auto">
          {document.title}
          {document.provider !== null && <span className="soft"> · {document.provider}</span>}
        </span>
        {end !== null && daysLeft !== undefined && daysLeft >= 0 && daysLeft <= SOON_DAYS && (
          <Tag tone="warn">{format.daysFromToday(end)}</Tag>
        )}
        <Tag tone="quiet">{texts.documents.types[document.type]}</Tag>
      </DocumentLink>
    </li>
  )
}

/** Lists all documents, including ended ones and those without an end. */
export function DocumentList({ type }: { type: Document['type'] | undefined }) {
  const texts = useTexts()
  const format = useFormat()
  const query = useQuery(documentListQuery({ limit: SHOWN, ...(type && { type }) }))
  const documents = query.data?.data ?? []
  const total = query.data?.pagination.total ?? 0
  return (
    <>
      {query.error && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <PageSkeleton />}
      {query.data && documents.length === 0 && (
        <Empty title={texts.documents.emptyTitle} text={texts.documents.emptyText} />
      )}
      {groupByMonth(documents, format, texts).map(([title, group]) => (
        <Panel key={title} title={title} isFlush>
          <ul className="lines">
            {group.map((document) => (
              <DocumentLine key={document.id} document={document} />
            ))}
          </ul>
        </Panel>
      ))}
      {total > documents.length && documents.length > 0 && (
        <p className="small soft">{texts.documents.more(documents.length, total)}</p>
      )}
    </>
  )
}
