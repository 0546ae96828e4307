import { useQuery } from '@tanstack/react-query'
import type { CustomField } from '../../contract/api/customFields.ts'
import { customFieldsQuery } from '../api/queries.ts'
import { useRights } from '../api/session.ts'

const NONE: readonly CustomField[] = []

export interface LoadedFields {
  /** Oldest first; undefined until they have arrived. */
  fields: readonly CustomField[] | undefined
  error: Error | null
  refetch: () => void
}

/** Own fields of the account. Pages share them. A key that may not read gear has none. */
export function useCustomFields(): LoadedFields {
  const { can } = useRights()
  const mayRead = can('gear:read')
  const { data, error, refetch } = useQuery({ ...customFieldsQuery, enabled: mayRead })
  return { fields: mayRead ? data : NONE, error, refetch: () => void refetch() }
}
