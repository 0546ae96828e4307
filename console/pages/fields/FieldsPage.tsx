import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { countedFieldsQuery } from '../../api/ownerQueries.ts'
import { useRights } from '../../api/session.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { Entry, Fact } from '../../parts/Entry.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { PageSkeleton } from '../../parts/PageSkeleton.tsx'
import { Tag, type Tone } from '../../parts/Tag.tsx'
import { CategoriesPanel } from '../categories/CategoriesPanel.tsx'
import { DeleteFieldDialog, type CountedField } from './DeleteFieldDialog.tsx'
import { EditFieldDialog } from './EditFieldDialog.tsx'
import { NewFieldDialog } from './NewFieldDialog.tsx'
import type { FieldsSearch } from './search.ts'

const route = getRouteApi('/fields')
const SHOWN_CHOICES = 10
const stateTones: Record<CountedField['state'], Tone> = { active: 'good', filling: 'busy', ending: 'warn' }

function Choices({ choices }: { choices: readonly string[] }) {
  const { customFields: texts } = useTexts()
  const shown = choices.slice(0, SHOWN_CHOICES)
  return (
    <>
      {shown.map((choice, index) => (
        <span key={choice}>
          {index > 0 && ' · '}
          <bdi>{choice}</bdi>
        </span>
      ))}
      {choices.length > shown.length && ` ${texts.moreChoices(choices.length - shown.length)}`}
    </>
  )
}

function FieldTags({ field }: { field: CountedField }) {
  const { customFields: texts } = useTexts()
  return (
    <>
      <Tag tone={stateTones[field.state]}>{texts.states[field.state]}</Tag>
      {field.filterable && <Tag tone="quiet">{texts.filterable}</Tag>}
      {field.unique && <Tag tone="quiet">{texts.unique}</Tag>}
    </>
  )
}

function FieldFacts({ field }: { field: CountedField }) {
  const { customFields: texts, gearTypes } = useTexts()
  const format = useFormat()
  return (
    <>
      <Fact term={texts.name}>
        <span className="mono">{field.name}</span>
      </Fact>
      <Fact term={texts.gearType}>{field.gear_type === null ? texts.allGear : gearTypes[field.gear_type]}</Fact>
      <Fact term={texts.type}>{texts.types[field.type]}</Fact>
      <Fact term={texts.unit}>{field.unit}</Fact>
      <Fact term={texts.choices}>{field.choices && <Choices choices={field.choices} />}</Fact>
      <Fact term={texts.items}>{format.number(field.items)}</Fact>
    </>
  )
}

interface FieldEntryProps {
  field: CountedField
  onOpen: (dialog: FieldsSearch) => void
}

function FieldEntry({ field, onOpen }: FieldEntryProps) {
  const { customFields: texts, ...common } = useTexts()
  const { ownerCan } = useRights()
  const { id, label, state } = field
  const mayChange = ownerCan('fields:write') && state !== 'ending'
  const actions = (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${common.edit}: ${label}`}
        onClick={() => onOpen({ edit: id })}
      >
        {common.edit}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${texts.remove}: ${label}`}
        onClick={() => onOpen({ remove: id })}
      >
        {texts.remove}
      </Button>
    </>
  )
  return (
    <Entry
      title={label}
      tags={<FieldTags field={field} />}
      facts={<FieldFacts field={field} />}
      actions={mayChange ? actions : undefined}
    >
      {field.help !== null && (
        <span className="small soft wrap" dir="auto">
          {field.help}
        </span>
      )}
      {state !== 'active' && (
        <span className="small" role="status">
          {texts.stateTexts[state]}
        </span>
      )}
    </Entry>
  )
}

interface DialogsProps {
  search: FieldsSearch
  fields: readonly CountedField[]
  onClose: () => void
}

function Dialogs({ search: { add, edit, remove }, fields, onClose }: DialogsProps) {
  const edited = fields.find(({ id }) => id === edit)
  const removed = fields.find(({ id }) => id === remove)
  return (
    <>
      {add && <NewFieldDialog onClose={onClose} />}
      {edited && <EditFieldDialog field={edited} onClose={onClose} />}
      {removed && <DeleteFieldDialog field={removed} onClose={onClose} />}
    </>
  )
}

/** Lists the own fields of the account, and its categories of accessories. */
export function FieldsPage() {
  const { customFields: texts } = useTexts()
  const { ownerCan } = useRights()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, isPending, refetch } = useQuery(countedFieldsQuery)
  const go = (dialog: FieldsSearch = {}): void => void navigate({ search: dialog, resetScroll: false })
  const mayWrite = ownerCan('fields:write')
  const add = mayWrite && (
    <LinkButton to="/fields" search={{ add: true }} icon="plus">
      {texts.add}
    </LinkButton>
  )
  return (
    <>
      <PageHead title={texts.title} note={texts.note}>
        {data && data.length > 0 && add}
      </PageHead>
      <div className="stack">
        {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
        {isPending && <PageSkeleton />}
        {data?.length === 0 && (
          <Empty title={texts.emptyTitle} text={texts.emptyText}>
            {add}
          </Empty>
        )}
        {data && data.length > 0 && (
          <section className="panel" aria-label={texts.title}>
            <ul className="entries">
              {data.map((field) => (
                <FieldEntry key={field.id} field={field} onOpen={go} />
              ))}
            </ul>
          </section>
        )}
        <CategoriesPanel search={search} onOpen={go} />
      </div>
      {mayWrite && data && <Dialogs search={search} fields={data} onClose={() => go()} />}
    </>
  )
}
