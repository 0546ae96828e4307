import { Button, Menu } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { auditQuery, keysQuery } from '../../api/ownerQueries.ts'
import { useRights } from '../../api/session.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Icon } from '../../parts/icons.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { PageSkeleton } from '../../parts/PageSkeleton.tsx'
import { ShowMore } from '../../parts/ShowMore.tsx'
import { AuditFilterPanel } from './AuditFilterForm.tsx'
import { AuditRow } from './AuditRow.tsx'
import { downloadExport, type AuditFormat } from './exportFile.ts'
import { filtersOf, toAuditQuery, type AuditFilters } from './search.ts'
import { VerifyDialog } from './VerifyDialog.tsx'

const route = getRouteApi('/audit')

/** Exports the filtered rows. */
function ExportMenu({ onExport, isPending }: { onExport: (format: AuditFormat) => void; isPending: boolean }) {
  const { audit: texts } = useTexts()
  return (
    <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default" loading={isPending} leftSection={<Icon name="download" size={16} />}>
          {texts.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['csv', 'ndjson'] as const).map((format) => (
          <Menu.Item key={format} onClick={() => onExport(format)}>
            {texts.formats[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Rows({ query }: { query: ReturnType<typeof toAuditQuery> }) {
  const { audit: texts } = useTexts()
  const { ownerCan } = useRights()
  const { data: keys = [] } = useQuery({ ...keysQuery, enabled: ownerCan('keys:read') })
  const names = new Map(keys.map(({ id, name }) => [id, name]))
  const rows = useInfiniteQuery({ ...auditQuery(query), placeholderData: keepPreviousData })
  const entries = rows.data?.pages.flatMap(({ data }) => data)
  return (
    <>
      {rows.error && <ErrorNote error={rows.error} onRetry={() => void rows.refetch()} />}
      {rows.isPending && <PageSkeleton />}
      {entries && !rows.error && (
        <section className="panel" aria-label={texts.rows} aria-busy={rows.isPlaceholderData}>
          {entries.length === 0 && <p className="panel-none audit-none">{texts.none}</p>}
          {entries.map((entry) => (
            <AuditRow key={entry.seq} entry={entry} keyName={names.get(entry.key_id)} />
          ))}
          <ShowMore query={rows} />
        </section>
      )}
    </>
  )
}

/** Shows every request with a key of the account: search, verify, export. */
export function AuditPage() {
  const { audit: texts } = useTexts()
  const { timeZone, today } = useFormat()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const filters = filtersOf(search)
  const query = toAuditQuery(filters, timeZone)
  const { error } = useInfiniteQuery(auditQuery(query))
  const exporting = useMutation({ mutationFn: (format: AuditFormat) => downloadExport(query, format, today) })
  const go = (next: AuditFilters): void => void navigate({ search: next, resetScroll: false })
  return (
    <>
      <PageHead title={texts.title} note={texts.note}>
        <ExportMenu onExport={exporting.mutate} isPending={exporting.isPending} />
        <LinkButton to="/audit" search={{ ...filters, verify: true }}>
          {texts.verify}
        </LinkButton>
      </PageHead>
      <div className="stack">
        {exporting.error && <ErrorNote error={exporting.error} />}
        <AuditFilterPanel key={JSON.stringify(filters)} filters={filters} error={error} onSearch={go} />
        <Rows query={query} />
      </div>
      {search.verify && <VerifyDialog onClose={() => go(filters)} />}
    </>
  )
}
