import { useRights } from '../api/session.ts'
import { useTexts } from '../base/language.tsx'
import { Empty } from './Empty.tsx'
import { LinkButton } from './LinkButton.tsx'

/** Offers a studio without gear its first sheet or item. */
export function EmptyInventory({ title }: { title: string }) {
  const texts = useTexts()
  const { can, ownerCan } = useRights()
  return (
    <Empty title={title} text={texts.inventory.emptyText}>
      {ownerCan('automation:read') && <LinkButton to="/sync">{texts.inventory.emptySheet}</LinkButton>}
      {can('gear:write') && (
        <LinkButton to="/inventory/new" variant="default">
          {texts.inventory.add}
        </LinkButton>
      )}
    </Empty>
  )
}
