import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Run } from '../../../contract/control/control.ts'
import type { recreateItems } from '../../../contract/control/recreate.ts'
import { callWorker } from '../../api/request.ts'
import { useRights } from '../../api/session.ts'
import { useTexts } from '../../base/language.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'

/** Says how many items of a sheet were deleted here, and offers a plan that creates them again. */
export function DeletedHere({ run }: { run: Run }) {
  const texts = useTexts().sync
  const { ownerCan } = useRights()
  const navigate = useNavigate()
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () =>
      (await callWorker<typeof recreateItems>('POST /runs/{id}/recreate', { params: { id: run.run_id }, body: {} }))
        .data,
    onSuccess: (started) => navigate({ to: '/sync/$id', params: { id: started.run_id } }),
  })
  const count = run.counts['deleted_in_api'] ?? 0
  if (count === 0 || run.edit || run.undoes !== undefined) return null
  return (
    <section className="panel decision" aria-label={texts.recreate}>
      <p>{texts.deletedHere(count)}</p>
      {ownerCan('automation:write') && (
        <div className="row">
          <Button variant="default" loading={isPending} onClick={() => mutate()}>
            {texts.recreate}
          </Button>
        </div>
      )}
      {error && <ErrorNote error={error} />}
    </section>
  )
}
