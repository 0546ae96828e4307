import { SegmentedControl, Select } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { Document } from '../../../contract/api/documents.ts'
import { useTexts } from '../../base/language.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { DocumentList } from './DocumentList.tsx'
import './documents.css'
import { DocumentTimeline } from './DocumentTimeline.tsx'
import { spans, type DocumentsSearch } from './search.ts'

const route = getRouteApi('/documents')
const [DEFAULT_MONTHS = 12] = spans

interface Change {
  view?: 'list' | undefined
  type?: Document['type'] | undefined
  months?: number
}

/** Shows the ends of documents as a timeline, or all documents as a list. */
export function DocumentsPage() {
  const { documents: texts, ...common } = useTexts()
  const { view, type, months = DEFAULT_MONTHS } = route.useSearch()
  const navigate = useNavigate()
  const go = (change: Change): void => {
    const { view: newView, type: newType, months: newMonths } = { view, type, months, ...change }
    const search: DocumentsSearch = {}
    if (newView) search.view = newView
    if (newType) search.type = newType
    if (newMonths !== DEFAULT_MONTHS) search.months = newMonths
    void navigate({ to: '/documents', search, replace: true, resetScroll: false })
  }
  const names = Object.entries(texts.types).map(([value, label]) => ({ value, label }))
  return (
    <>
      <PageHead title={texts.title} note={texts.note}>
        <SegmentedControl
          size="sm"
          aria-label={texts.view}
          data={(['timeline', 'list'] as const).map((value) => ({ value, label: texts.views[value] }))}
          value={view ?? 'timeline'}
          onChange={(value) => go({ view: value === 'list' ? 'list' : undefined })}
        />
      </PageHead>
      <div className="stack">
        <div className="row">
          <Select
            aria-label={texts.type}
            placeholder={common.all}
            data={names}
            value={type ?? null}
            clearable
            onChange={(value) => go({ type: (value as Document['type'] | null) ?? undefined })}
          />
          {view !== 'list' && (
            <Select
              aria-label={texts.span}
              data={spans.toSorted((a, b) => a - b).map((span) => ({ value: String(span), label: texts.months(span) }))}
              value={String(months)}
              allowDeselect={false}
              onChange={(value) => go({ months: Number(value) })}
            />
          )}
        </div>
        {view === 'list' ? <DocumentList type={type} /> : <DocumentTimeline type={type} months={months} />}
      </div>
    </>
  )
}
