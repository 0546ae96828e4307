import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Run, WriteBack } from '../../../contract/control/control.ts'
import type { TableFormat } from '../../../contract/control/sheetFiles.ts'
import { saveAs } from '../../api/download.ts'
import { send } from '../../api/request.ts'
import { useTexts } from '../../base/language.tsx'
import { useSay } from '../../base/useSay.ts'
import { EnglishDetails } from '../../parts/EnglishDetails.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Icon } from '../../parts/icons.tsx'

const formats: readonly TableFormat[] = ['xlsx', 'csv']

/** Says what was written into the sheet, and what was left out. */
function WrittenBack({ written: { status, rows, notes } }: { written: WriteBack }) {
  const texts = useTexts().sync
  const say = useSay()
  const said = notes.map(({ detail, sentences }) => say(detail, sentences))
  return (
    <div className="small soft">
      {texts.writeBack[status](rows)} {said.map(({ text }) => text).join(' ')}
      <EnglishDetails said={said} />
    </div>
  )
}

/** Downloads the sheet with the result of each row, and shows what was written into the source itself. */
export function RunFiles({ run }: { run: Run }) {
  const texts = useTexts().sync
  const { mutate, error, isPending, variables } = useMutation({
    mutationFn: async (format: TableFormat) => {
      const answer = await send('worker', 'GET /runs/{id}/report-file', {
        params: { id: run.run_id },
        query: { format },
      })
      saveAs(await answer.blob(), `${run.edit ? 'bulk-edit' : run.source}-${run.started_at.slice(0, 10)}.${format}`)
    },
  })
  if (run.planned_at === null) return null
  const { write_back: written } = run
  return (
    <>
      <div className="row">
        <span className="small soft">{texts.reportFile}</span>
        {formats.map((format) => (
          <Button
            key={format}
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="download" size={16} />}
            loading={isPending && variables === format}
            onClick={() => mutate(format)}
          >
            {format.toUpperCase()}
          </Button>
        ))}
      </div>
      {written && <WrittenBack written={written} />}
      {error && <ErrorNote error={error} />}
    </>
  )
}
