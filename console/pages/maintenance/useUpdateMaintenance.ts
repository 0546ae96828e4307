import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Maintenance, updateMaintenance } from '../../../contract/maintenance.ts'
import { callApi, etagOf } from '../../api/request.ts'

export function useUpdateMaintenance(record: Maintenance, onSaved?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (updates: Partial<Maintenance>) =>
      callApi<typeof updateMaintenance>('PATCH /maintenance/{id}', { params: { id: record.id }, body: { updates } }, { ifMatch: etagOf(record) }),
    onSuccess: async () => {
      onSaved?.()
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'maintenance' || queryKey[0] === 'gear' })
    },
  })
}
