import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Gear } from '../../../contract/api/gear.ts'
import { gearQuery } from '../../api/queries.ts'
import { useRights } from '../../api/session.ts'
import { useTexts } from '../../base/language.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { PageSkeleton } from '../../parts/PageSkeleton.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { statusTones } from './columns.tsx'
import { CoverPanel } from './CoverPanel.tsx'
import { DeleteItem } from './DeleteItem.tsx'
import { EditItem } from './EditItem.tsx'
import { fieldsOf, type FieldInfo } from './fields.ts'
import './inventory.css'
import { ItemDocuments, ItemHistory, ItemMaintenance } from './ItemRelated.tsx'
import { fieldLabel, useFieldText } from './useFieldText.ts'

const route = getRouteApi('/inventory/$id')
const HEAD_FIELDS = new Set(['brand', 'model', 'status'])

function Facts({ item, fields }: { item: Gear; fields: readonly FieldInfo[] }) {
  const texts = useTexts()
  const toText = useFieldText()
  return (
    <dl className="facts">
      {fields.map(({ name }) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{fieldLabel(texts, name)}</dt>
          <dd dir="auto">{toText(name, (item as Record<string, unknown>)[name])}</dd>
        </div>
      ))}
    </dl>
  )
}

function ItemView({ item }: { item: Gear }) {
  const texts = useTexts()
  const { can, ownerCan } = useRights()
  const parts = fieldsOf(item.gear_type)
  return (
    <div className="columns">
      <div className="stack">
        <Panel title={texts.item.general}>
          <Facts item={item} fields={parts.general.filter(({ name }) => !HEAD_FIELDS.has(name))} />
        </Panel>
        <Panel title={texts.item.own}>
          <Facts item={item} fields={parts.own} />
        </Panel>
        <Panel title={texts.item.money}>
          <Facts item={item} fields={parts.money} />
        </Panel>
      </div>
      <div className="stack">
        <CoverPanel item={item} />
        {can('maintenance:read') && <ItemMaintenance id={item.id} />}
        {can('documents:read') && <ItemDocuments id={item.id} />}
        {ownerCan('events:read') && <ItemHistory id={item.id} />}
      </div>
    </div>
  )
}

export function ItemPage() {
  const texts = useTexts()
  const { can } = useRights()
  const { id } = route.useParams()
  const { edit } = route.useSearch()
  const { data: item, error, refetch } = useQuery(gearQuery(id))
  if (error && !item) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (!item) return <PageSkeleton />
  const name = `${item.brand} ${item.model}`
  const isEditing = edit === true && can('gear:write')
  const note = (
    <span className="row">
      <Tag tone={statusTones[item.status]}>{texts.gearStatuses[item.status]}</Tag>
      <span dir="auto">{[texts.gearTypes[item.gear_type], item.asset_tag].filter(Boolean).join(' · ')}</span>
    </span>
  )
  return (
    <>
      <PageHead
        title={isEditing ? texts.item.editTitle(name) : name}
        note={note}
        above={<Link to="/inventory">{texts.inventory.title}</Link>}
      >
        {can('gear:write') && !isEditing && (
          <>
            <DeleteItem item={item} />
            <LinkButton to="/inventory/$id" params={{ id }} search={{ edit: true }}>
              {texts.edit}
            </LinkButton>
          </>
        )}
      </PageHead>
      {isEditing ? <EditItem item={item} /> : <ItemView item={item} />}
    </>
  )
}
