import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { DAMAGED_CODES } from '../../../contract/control/damagedCodes.ts'
import type { Run } from '../../../contract/control/control.ts'
import type { takeDamagedValues } from '../../../contract/control/takeDamaged.ts'
import { callWorker } from '../../api/request.ts'
import { useRights } from '../../api/session.ts'
import { useTexts } from '../../base/language.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import type { Row } from './usePlan.ts'

const countDamaged = (rows: readonly Row[]): number =>
  rows.flatMap(({ warnings = [] }) => warnings).filter(({ code }) => DAMAGED_CODES.includes(code)).length

/** Says how many values were held back as damaged, and offers a plan that takes them as they stand. */
export function DamagedValues({ run, rows }: { run: Run; rows: readonly Row[] }) {
  const texts = useTexts().sync
  const { ownerCan } = useRights()
  const navigate = useNavigate()
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () =>
      (
        await callWorker<typeof takeDamagedValues>('POST /runs/{id}/take-damaged', {
          params: { id: run.run_id },
          body: {},
        })
      ).data,
    onSuccess: (started) => navigate({ to: '/sync/$id', params: { id: started.run_id } }),
  })
  const count = countDamaged(rows)
  if (count === 0 || run.edit || run.undoes !== undefined) return null
  return (
    <div className="panel-body" role="note">
      <p>{texts.damagedValues(count)}</p>
      {ownerCan('automation:write') && (
        <Button variant="default" loading={isPending} onClick={() => mutate()}>
          {texts.takeDamaged}
        </Button>
      )}
      {error && <ErrorNote error={error} />}
    </div>
  )
}
