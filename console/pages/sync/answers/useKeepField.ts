import { useQueryClient } from '@tanstack/react-query'
import type { FieldProposal } from '../../../../contract/control/explain.ts'
import type { createField } from '../../../../contract/settings/fields.ts'
import { customFieldsQuery } from '../../../api/queries.ts'
import { useRepeatKey } from '../../../api/repeatKey.ts'
import { callSettings } from '../../../api/request.ts'

/** Defines the own field that a column proposes. */
export function useKeepField(): (proposal: FieldProposal) => Promise<void> {
  const client = useQueryClient()
  const repeatKeyOf = useRepeatKey()
  return async ({ name, label, type, unit, choices }) => {
    const body = { name, label, type, unit, choices }
    await callSettings<typeof createField>('POST /fields', { body }, { idempotencyKey: repeatKeyOf(body) })
    await client.invalidateQueries({ queryKey: customFieldsQuery.queryKey })
  }
}
