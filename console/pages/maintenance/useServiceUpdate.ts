import { useQueryClient } from '@tanstack/react-query'
import type { getMaintenance, Maintenance, updateMaintenance } from '../../../contract/api/maintenance.ts'
import { callApi, etagOf } from '../../api/request.ts'
import { useSafeUpdate, type SafeUpdate } from '../../api/useSafeUpdate.ts'

export type ServiceUpdate = SafeUpdate<Maintenance>

/** Saves changes of a service without overwriting another person's change. */
export function useServiceUpdate(onSaved?: () => void): ServiceUpdate {
  const client = useQueryClient()
  return useSafeUpdate<Maintenance>({
    read: async ({ id }) => (await callApi<typeof getMaintenance>('GET /maintenance/{id}', { params: { id } })).data,
    write: async (base, updates) => {
      const input = { params: { id: base.id }, body: { updates } }
      return (await callApi<typeof updateMaintenance>('PATCH /maintenance/{id}', input, { ifMatch: etagOf(base) })).data
    },
    onSaved: async () => {
      onSaved?.()
      await client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === 'maintenance' || queryKey[0] === 'gear',
      })
    },
  })
}
