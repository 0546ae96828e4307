import { useQuery } from '@tanstack/react-query'
import { sourcesQuery } from '../api/queries.ts'
import { useRights } from '../api/session.ts'
import { useTexts } from '../base/language.tsx'
import { DropSheet } from './DropSheet.tsx'
import { Empty } from './Empty.tsx'
import { LinkButton } from './LinkButton.tsx'

/** Takes the first sheet of a studio without gear. A worker that is away is reported by the page of the sync. */
function FirstSheet() {
  const { data: sources } = useQuery(sourcesQuery)
  return sources && <DropSheet sources={sources} />
}

/** Offers a studio without gear its first sheet or item. */
export function EmptyInventory({ title }: { title: string }) {
  const texts = useTexts()
  const { can, ownerCan } = useRights()
  const mayDrop = ownerCan('automation:write') && ownerCan('automation:read')
  return (
    <div className="stack">
      <Empty title={title} text={texts.inventory.emptyText}>
        {ownerCan('automation:read') && !mayDrop && <LinkButton to="/sync">{texts.inventory.emptySheet}</LinkButton>}
        {can('gear:write') && (
          <LinkButton to="/inventory/new" variant="default">
            {texts.inventory.add}
          </LinkButton>
        )}
      </Empty>
      {mayDrop && <FirstSheet />}
    </div>
  )
}
