import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Run } from '../../../../contract/control/control.ts'
import { saveAs } from '../../../api/download.ts'
import { send } from '../../../api/request.ts'
import { useTexts } from '../../../base/language.tsx'
import { ErrorNote } from '../../../parts/ErrorNote.tsx'
import { useStartRun } from '../../../parts/useStartRun.ts'

/** Saves a copy of the sheet with asset tags, and plans it. */
export function TagForm({ run }: { run: Run }) {
  const texts = useTexts().answers
  const start = useStartRun()
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      const answer = await send('worker', 'GET /runs/{id}/tagged', { params: { id: run.run_id } })
      const copy = await answer.blob()
      const name = `${run.source}-tagged.csv`
      saveAs(copy, name)
      await start.mutateAsync({ source: run.source, file: new File([copy], name) })
    },
  })
  return (
    <div className="stack">
      <p className="small soft">{texts.giveTagsText}</p>
      <div className="row">
        <Button variant="default" loading={isPending} onClick={() => mutate()}>
          {texts.giveTags}
        </Button>
      </div>
      {error && <ErrorNote error={error} />}
    </div>
  )
}
