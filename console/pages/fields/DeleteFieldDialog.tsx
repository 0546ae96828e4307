import { useQueryClient } from '@tanstack/react-query'
import { customFieldsQuery } from '../../api/queries.ts'
import type { deleteField, listOwnFields } from '../../../contract/settings/fields.ts'
import type { Reply } from '../../../contract/operation.ts'
import { callSettings, etagOf } from '../../api/request.ts'
import { useTexts } from '../../base/language.tsx'
import { Confirm } from '../../parts/Confirm.tsx'

export type CountedField = Reply<typeof listOwnFields>['data'][number]

/** Asks before a field is deleted with its values, and says how many items lose one. */
export function DeleteFieldDialog({ field, onClose }: { field: CountedField; onClose: () => void }) {
  const { customFields: texts } = useTexts()
  const client = useQueryClient()
  // Without values in sight none are discarded: the server refuses if an item has got one meanwhile.
  const remove = () =>
    callSettings<typeof deleteField>(
      'DELETE /fields/{id}',
      { params: { id: field.id }, query: { values: field.items > 0 ? 'discard' : undefined } },
      { ifMatch: etagOf(field) },
    )
  const leave = (): void => {
    onClose()
    void client.invalidateQueries({ queryKey: customFieldsQuery.queryKey })
  }
  return (
    <Confirm
      title={texts.removeTitle}
      name={field.label}
      texts={[texts.removeText(field.items), texts.removeHint]}
      action={texts.remove}
      isDangerous
      work={remove}
      onClose={onClose}
      onDone={leave}
    />
  )
}
