import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { startRun } from '../../contract/control/control.ts'
import type { uploadSheet } from '../../contract/control/sheetFiles.ts'
import type { createSource } from '../../contract/control/sourceSettings.ts'
import type { Reply } from '../../contract/operation.ts'
import { callWorker, send } from '../api/request.ts'

export interface Start {
  /** Id of the source; undefined for a new one. */
  source: string | undefined
  /** Sheet to use instead of the source's own. */
  file?: File
  /** Web address of the sheet of a new source. */
  address?: string
}

const nameOf = (address: string): string => {
  const url = URL.parse(address)
  return url?.pathname.split('/').findLast((part) => /\.\w{3,4}$/.test(part)) ?? url?.hostname ?? address
}

async function addSource({ file, address }: Start): Promise<string> {
  const body = { name: (file?.name ?? nameOf(address ?? '')).slice(-255), ...(address !== undefined && { address }) }
  return (await callWorker<typeof createSource>('POST /sources', { body })).data.source
}

async function storeSheet(file: File): Promise<string> {
  const reply = await send('worker', 'POST /uploads', { query: { name: file.name } }, {}, file)
  return ((await reply.json()) as Reply<typeof uploadSheet>).data.upload_id
}

/**
 * Adds a source for a new list, uploads a sheet, if there is one, starts a run that waits for a decision, and opens its
 * page.
 */
export function useStartRun() {
  const navigate = useNavigate()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (start: Start) => {
      // The sheet is sent first, so that a failed upload leaves no source.
      const uploadId = start.file && (await storeSheet(start.file))
      const source = start.source ?? (await addSource(start))
      const body = { source, decide: 'wait' as const, ...(uploadId !== undefined && { upload_id: uploadId }) }
      return (await callWorker<typeof startRun>('POST /runs', { body })).data
    },
    onSuccess: async (run) => {
      await navigate({ to: '/sync/$id', params: { id: run.run_id } })
      await client.invalidateQueries({ queryKey: ['sources'] })
      await client.invalidateQueries({ queryKey: ['runs'] })
    },
  })
}
