import { Modal, Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { createShoot, Shoot } from '../../../contract/api/shoots.ts'
import { shootQuery } from '../../api/queries.ts'
import { callApi } from '../../api/request.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { ShootConflict } from './ShootConflict.tsx'
import { ShootForm } from './ShootForm.tsx'
import { findShootChanges, toNewShoot, toShootValues, type ShootValues } from './shootValues.ts'
import { useShootUpdate } from './useShootUpdate.ts'

function NewShoot({ day, onClose }: { day: string; onClose: () => void }) {
  const client = useQueryClient()
  const format = useFormat()
  const [values, setValues] = useState(() => toShootValues(undefined, day, format))
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => callApi<typeof createShoot>('POST /shoots', { body: toNewShoot(values, format) }),
    onSuccess: async () => {
      onClose()
      await client.invalidateQueries({ queryKey: ['shoots'] })
    },
  })
  return (
    <ShootForm
      values={values}
      onChange={setValues}
      onSubmit={() => mutate()}
      onCancel={onClose}
      error={error}
      isSaving={isPending}
    />
  )
}

/** Edits a shoot. Changes by others appear until the person types; then they are compared when saving. */
function OpenShoot({ shoot, onClose }: { shoot: Shoot; onClose: () => void }) {
  const format = useFormat()
  const [base, setBase] = useState(shoot)
  const [values, setValues] = useState<ShootValues>(() => toShootValues(shoot, shoot.shoot_date, format))
  const update = useShootUpdate(onClose)
  const changes = findShootChanges(base, values, format)
  if (shoot.updated_at !== base.updated_at && Object.keys(changes).length === 0) {
    setBase(shoot)
    setValues(toShootValues(shoot, shoot.shoot_date, format))
  }
  return (
    <>
      <ShootForm
        status={base.status}
        values={values}
        onChange={setValues}
        onSubmit={() => update.save(base, changes)}
        onCancel={onClose}
        error={update.error}
        isSaving={update.isSaving}
      />
      <ShootConflict update={update} />
    </>
  )
}

/** Shows a shoot, or creates one on a day. */
export function ShootDialog({ id, day, onClose }: { id: string | undefined; day: string; onClose: () => void }) {
  const texts = useTexts()
  const { data, error } = useQuery({ ...shootQuery(id ?? ''), enabled: id !== undefined })
  const title = id === undefined ? texts.shoots.newTitle : texts.shoots.editTitle
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeButtonProps={{ 'aria-label': texts.close }}>
      {error && <ErrorNote error={error} />}
      {id !== undefined && !data && !error && <Skeleton height={200} />}
      {id === undefined && <NewShoot day={day} onClose={onClose} />}
      {id !== undefined && data && <OpenShoot shoot={data} onClose={onClose} />}
    </Modal>
  )
}
