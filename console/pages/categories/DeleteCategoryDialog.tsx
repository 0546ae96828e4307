import { useQueryClient } from '@tanstack/react-query'
import type { deleteCategory, listOwnCategories } from '../../../contract/settings/categories.ts'
import type { Reply } from '../../../contract/operation.ts'
import { categoriesQuery } from '../../api/queries.ts'
import { callSettings, etagOf } from '../../api/request.ts'
import { useTexts } from '../../base/language.tsx'
import { Confirm } from '../../parts/Confirm.tsx'

export type CountedCategory = Reply<typeof listOwnCategories>['data'][number]

/** Asks before a category is deleted. The server refuses one that accessories have. */
export function DeleteCategoryDialog({ category, onClose }: { category: CountedCategory; onClose: () => void }) {
  const { categories: texts } = useTexts()
  const client = useQueryClient()
  const remove = () =>
    callSettings<typeof deleteCategory>(
      'DELETE /categories/{id}',
      { params: { id: category.id } },
      { ifMatch: etagOf(category) },
    )
  const leave = (): void => {
    onClose()
    void client.invalidateQueries({ queryKey: categoriesQuery.queryKey })
  }
  return (
    <Confirm
      title={texts.removeTitle}
      name={category.label}
      texts={[texts.removeText(category.items)]}
      action={texts.remove}
      isDangerous
      work={remove}
      onClose={onClose}
      onDone={leave}
    />
  )
}
