import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { countedCategoriesQuery } from '../../api/ownerQueries.ts'
import { useRights } from '../../api/session.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { Entry, Fact } from '../../parts/Entry.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Panel } from '../../parts/Panel.tsx'
import type { FieldsSearch } from '../fields/search.ts'
import { DeleteCategoryDialog, type CountedCategory } from './DeleteCategoryDialog.tsx'
import { EditCategoryDialog } from './EditCategoryDialog.tsx'
import { NewCategoryDialog } from './NewCategoryDialog.tsx'

interface CategoryEntryProps {
  category: CountedCategory
  mayWrite: boolean
  onOpen: (dialog: FieldsSearch) => void
}

function CategoryEntry({ category: { id, name, label, items }, mayWrite, onOpen }: CategoryEntryProps) {
  const { categories: texts, ...common } = useTexts()
  const format = useFormat()
  const { can } = useRights()
  const count = format.number(items)
  const facts = (
    <>
      <Fact term={texts.name}>
        <span className="mono">{name}</span>
      </Fact>
      <Fact term={texts.items}>
        {items > 0 && can('gear:read') ? (
          <Link to="/inventory" search={{ category: name }}>
            {count}
          </Link>
        ) : (
          count
        )}
      </Fact>
    </>
  )
  const actions = mayWrite && (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${common.edit}: ${label}`}
        onClick={() => onOpen({ editCategory: id })}
      >
        {common.edit}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${texts.remove}: ${label}`}
        onClick={() => onOpen({ removeCategory: id })}
      >
        {texts.remove}
      </Button>
    </>
  )
  return <Entry title={label} facts={facts} actions={actions || undefined} />
}

interface CategoriesPanelProps {
  search: FieldsSearch
  onOpen: (dialog?: FieldsSearch) => void
}

/** Lists the categories of accessories that the account has added. */
export function CategoriesPanel({ search, onOpen }: CategoriesPanelProps) {
  const { categories: texts } = useTexts()
  const { ownerCan } = useRights()
  const { data = [], error, refetch } = useQuery(countedCategoriesQuery)
  const mayWrite = ownerCan('fields:write')
  const close = (): void => onOpen()
  const edited = data.find(({ id }) => id === search.editCategory)
  const removed = data.find(({ id }) => id === search.removeCategory)
  const add = (
    <LinkButton to="/fields" search={{ addCategory: true }} icon="plus" variant="default">
      {texts.add}
    </LinkButton>
  )
  return (
    <Panel title={texts.title} aside={mayWrite && <span className="row">{add}</span>} isFlush>
      <p className="panel-body small soft">{texts.note}</p>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data.length > 0 && (
        <ul className="entries">
          {data.map((category) => (
            <CategoryEntry key={category.id} category={category} mayWrite={mayWrite} onOpen={onOpen} />
          ))}
        </ul>
      )}
      {mayWrite && search.addCategory && <NewCategoryDialog onClose={close} />}
      {mayWrite && edited && <EditCategoryDialog category={edited} onClose={close} />}
      {mayWrite && removed && <DeleteCategoryDialog category={removed} onClose={close} />}
    </Panel>
  )
}
