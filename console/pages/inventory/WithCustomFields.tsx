import type { ReactNode } from 'react'
import type { CustomField } from '../../../contract/api/customFields.ts'
import { useCustomFields } from '../../base/useCustomFields.ts'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { PageSkeleton } from '../../parts/PageSkeleton.tsx'

/** Shows a form once the own fields have arrived: without them it would not know which values an item has. */
export function WithCustomFields({ children }: { children: (fields: readonly CustomField[]) => ReactNode }) {
  const { fields, error, refetch } = useCustomFields()
  if (fields) return children(fields)
  return error ? <ErrorNote error={error} onRetry={refetch} /> : <PageSkeleton />
}
