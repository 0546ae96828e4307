import { flattenFields, toFieldKey } from '../../../contract/api/fieldKeys.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Gear } from '../../../contract/api/gear.ts'
import { gearQuery } from '../../api/queries.ts'
import { useRights } from '../../api/session.ts'
import { useTexts } from '../../base/language.tsx'
import { useCustomFields } from '../../base/useCustomFields.ts'
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
import { fieldsOf } from './fields.ts'
import './inventory.css'
import { ItemDocuments, ItemHistory, ItemMaintenance } from './ItemRelated.tsx'
import { useFieldLabel, useFieldText } from './useFieldText.ts'
import { WithCustomFields } from './WithCustomFields.tsx'

const route = getRouteApi('/inventory/$id')
const HEAD_FIELDS = new Set(['brand', 'model', 'status'])

function Facts({ item, fields }: { item: Gear; fields: readonly { name: string }[] }) {
  const labelOf = useFieldLabel()
  const toText = useFieldText()
  const values = flattenFields(item)
  return (
    <dl className="facts">
      {fields.map(({ name }) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt dir="auto">{labelOf(name)}</dt>
          <dd dir="auto">{toText(name, values[name])}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Shows the own fields that have a value, in the order in which they were defined. */
function CustomFacts({ item }: { item: Gear }) {
  const texts = useTexts()
  const { fields, error, refetch } = useCustomFields()
  if (!item.fields) return null
  const values = item.fields
  const shown = fields
    ?.filter(({ name }) => Object.hasOwn(values, name))
    .map(({ name }) => ({ name: toFieldKey(name) }))
  return (
    <Panel title={texts.item.custom}>
      {error && !fields && <ErrorNote error={error} onRetry={refetch} />}
      {shown && <Facts item={item} fields={shown} />}
    </Panel>
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
        <CustomFacts item={item} />
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
      {isEditing ? (
        <WithCustomFields>{(fields) => <EditItem item={item} customFields={fields} />}</WithCustomFields>
      ) : (
        <ItemView item={item} />
      )}
    </>
  )
}
