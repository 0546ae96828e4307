import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { startRun } from '../../../contract/control/control.ts'
import type { uploadSheet } from '../../../contract/control/sheetFiles.ts'
import type { Reply } from '../../../contract/operation.ts'
import { callWorker, send } from '../../api/request.ts'

export interface Start {
  source: string
  /** Sheet to use instead of the source's own. */
  file?: File
}

/** Uploads a sheet, if there is one, starts a run that waits for a decision, and opens its page. */
export function useStartRun() {
  const navigate = useNavigate()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ source, file }: Start) => {
      const upload =
        file &&
        ((await (await send('worker', 'POST /uploads', { query: { name: file.name } }, {}, file)).json()) as Reply<
          typeof uploadSheet
        >)
      const body = { source, decide: 'wait' as const, ...(upload && { upload_id: upload.data.upload_id }) }
      return (await callWorker<typeof startRun>('POST /runs', { body })).data
    },
    onSuccess: async (run) => {
      await navigate({ to: '/sync/$id', params: { id: run.run_id } })
      await client.invalidateQueries({ queryKey: ['sources'] })
      await client.invalidateQueries({ queryKey: ['runs'] })
    },
  })
}
