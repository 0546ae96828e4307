import { join } from 'node:path'
import { createClient } from '../../client/client.ts'
import { ApiError, ConnectionError } from '../../client/errors.ts'
import { CONTROL_BASE, ControlAccess } from '../../contract/control/control.ts'
import { getWorkerSettings, type WorkerSettings } from '../../contract/control/workerSettings.ts'
import { readJson } from '../../platform/secretFile.ts'

type FileStatus = WorkerSettings['hosts'][number]['file']

/** Statuses of a kitroom.yaml that is there and not in force. */
export const UNUSED_STATUSES: ReadonlySet<FileStatus> = new Set(['outdated', 'conflict', 'invalid'])

/** Asks the worker of this machine what kitroom.yaml here is; undefined if it does not answer. */
export async function readFileStatus(dataFolder: string): Promise<FileStatus | undefined> {
  const access = readJson(join(dataFolder, 'control.json'), ControlAccess)
  if (!access) return undefined
  const url = new URL(access.url).origin + CONTROL_BASE
  const control = createClient({ url, token: access.token, userAgent: 'kitroom-start' })
  try {
    const { hosts } = (await control.call(getWorkerSettings)).body.data
    return hosts.find(({ answers }) => answers)?.file
  } catch (error) {
    if (error instanceof ApiError || error instanceof ConnectionError) return undefined
    throw error
  } finally {
    await control.close()
  }
}
