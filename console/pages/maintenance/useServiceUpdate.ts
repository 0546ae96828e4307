import { useQueryClient } from '@tanstack/react-query'
import type { getMaintenance, Maintenance, updateMaintenance } from '../../../contract/maintenance.ts'
import { callApi, etagOf } from '../../api/request.ts'
import { useSafeUpdate, type SafeUpdate } from '../../api/useSafeUpdate.ts'

export type ServiceUpdate = SafeUpdate<Maintenance>

/** Saves changes of a service, so that nobody else's change is lost. */
export function useServiceUpdate(onSaved?: () => void): ServiceUpdate {
  const client = useQueryClient()
  return useSafeUpdate<Maintenance>({
    read: async (id) => (await callApi<typeof getMaintenance>('GET /maintenance/{id}', { params: { id } })).data,
    write: (base, updates) =>
      callApi<typeof updateMaintenance>('PATCH /maintenance/{id}', { params: { id: base.id }, body: { updates } }, { ifMatch: etagOf(base) }),
    onSaved: async () => {
      onSaved?.()
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'maintenance' || queryKey[0] === 'gear' })
    },
  })
}
