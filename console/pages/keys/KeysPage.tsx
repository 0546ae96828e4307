import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { keysQuery, sessionsQuery } from '../../api/ownerQueries.ts'
import { useRights } from '../../api/session.ts'
import { useTexts } from '../../base/language.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { PageSkeleton } from '../../parts/PageSkeleton.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { EndSessionDialog, RevokeDialog, RotateDialog } from './KeyDialogs.tsx'
import { KeyList } from './KeyList.tsx'
import { NewKeyDialog } from './NewKeyDialog.tsx'
import type { KeysSearch } from './search.ts'
import { SessionList } from './SessionList.tsx'
import { isUsable } from './states.ts'

const route = getRouteApi('/keys')

/** Shows the dialog in the address. Dialogs need a key that may write. */
function Dialogs({ onClose }: { onClose: () => void }) {
  const search = route.useSearch()
  const { data: keys = [], dataUpdatedAt } = useQuery(keysQuery)
  const { data: sessions = [] } = useQuery(sessionsQuery)
  const usable = keys.filter((key) => isUsable(key, new Date(dataUpdatedAt).toISOString()))
  const rotated = usable.find(({ id, replaced_by: next }) => id === search.rotate && next === null)
  const revoked = usable.find(({ id }) => id === search.revoke)
  const ended = sessions.find(({ id, live }) => id === search.end && live)
  return (
    <>
      {search.add && <NewKeyDialog onClose={onClose} />}
      {rotated && <RotateDialog apiKey={rotated} onClose={onClose} />}
      {revoked && <RevokeDialog apiKey={revoked} onClose={onClose} />}
      {ended && <EndSessionDialog info={ended} onClose={onClose} />}
    </>
  )
}

/** Shows keys of the account, and the console sessions that use them. */
export function KeysPage() {
  const { keys: texts } = useTexts()
  const { ownerCan } = useRights()
  const { ended: showsEnded } = route.useSearch()
  const navigate = route.useNavigate()
  const keys = useQuery(keysQuery)
  const sessions = useQuery(sessionsQuery)
  const kept: KeysSearch = showsEnded ? { ended: true } : {}
  const go = (change: KeysSearch = {}): void => void navigate({ search: { ...kept, ...change }, resetScroll: false })
  const now = new Date(keys.dataUpdatedAt).toISOString()
  const shownKeys = keys.data?.filter((key) => showsEnded || isUsable(key, now))
  const shownSessions = sessions.data?.filter(({ live }) => showsEnded || live)
  return (
    <>
      <PageHead title={texts.title} note={texts.note}>
        {ownerCan('keys:write') && (
          <LinkButton to="/keys" search={{ ...kept, add: true }} icon="plus">
            {texts.add}
          </LinkButton>
        )}
      </PageHead>
      <div className="stack">
        <Checkbox
          label={texts.showEnded}
          checked={showsEnded ?? false}
          onChange={(event) =>
            void navigate({ search: event.currentTarget.checked ? { ended: true } : {}, resetScroll: false })
          }
        />
        <Panel title={texts.title} aside={shownKeys && texts.total(shownKeys.length)} isFlush>
          {keys.error && <ErrorNote error={keys.error} onRetry={() => void keys.refetch()} />}
          {keys.isPending && <PageSkeleton />}
          {shownKeys && (
            <KeyList
              keys={shownKeys}
              all={keys.data ?? []}
              now={now}
              onRotate={({ id }) => go({ rotate: id })}
              onRevoke={({ id }) => go({ revoke: id })}
            />
          )}
        </Panel>
        <Panel title={texts.sessions} aside={shownSessions && texts.totalSessions(shownSessions.length)} isFlush>
          <p className="panel-none">{texts.sessionsNote}</p>
          {sessions.error && <ErrorNote error={sessions.error} onRetry={() => void sessions.refetch()} />}
          {sessions.isPending && <PageSkeleton />}
          {shownSessions && <SessionList sessions={shownSessions} onEnd={({ id }) => go({ end: id })} />}
        </Panel>
      </div>
      {ownerCan('keys:write') && <Dialogs onClose={() => go()} />}
    </>
  )
}
