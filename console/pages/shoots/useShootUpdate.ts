import { useQueryClient } from '@tanstack/react-query'
import type { getShoot, Shoot, updateShoot } from '../../../contract/api/shoots.ts'
import { callApi, etagOf } from '../../api/request.ts'
import { useSafeUpdate, type SafeUpdate } from '../../api/useSafeUpdate.ts'

const readShoot = async ({ id }: Shoot): Promise<Shoot> =>
  (await callApi<typeof getShoot>('GET /shoots/{id}', { params: { id } })).data

export type ShootUpdate = SafeUpdate<Shoot>

/** Saves changes of a shoot without overwriting another person's change. */
export function useShootUpdate(onSaved: (shoot: Shoot) => void): ShootUpdate {
  const client = useQueryClient()
  return useSafeUpdate<Shoot>({
    read: readShoot,
    write: async (base, updates) =>
      (
        await callApi<typeof updateShoot>(
          'PATCH /shoots/{id}',
          { params: { id: base.id }, body: { updates } },
          { ifMatch: etagOf(base) },
        )
      ).data,
    onSaved: async (shoot) => {
      await client.invalidateQueries({ queryKey: ['shoots'] })
      onSaved(shoot)
    },
  })
}
