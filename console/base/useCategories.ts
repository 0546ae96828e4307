import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { categoriesQuery } from '../api/queries.ts'
import { useRights } from '../api/session.ts'
import { useTexts } from './language.tsx'

/** Labels of all categories of accessories by name: built-in ones, then those of the account, oldest first. */
export function useCategoryLabels(): Readonly<Record<string, string>> {
  const { accessoryCategories } = useTexts()
  const { can } = useRights()
  const { data } = useQuery({ ...categoriesQuery, enabled: can('gear:read') })
  return useMemo(
    () => ({ ...accessoryCategories, ...Object.fromEntries((data ?? []).map(({ name, label }) => [name, label])) }),
    [accessoryCategories, data],
  )
}
