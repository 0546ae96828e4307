import type { Client } from '../../client/client.ts'
import { getWorkerSettings, type WorkerSettings } from '../../contract/control/workerSettings.ts'
import type { Terminal } from '../base/terminal.ts'

type FileStatus = WorkerSettings['hosts'][number]['file']

/** Reads what kitroom.yaml on the host of the answering worker is. */
export async function fetchSettingsFile(control: Client): Promise<FileStatus | null> {
  const { hosts } = (await control.call(getWorkerSettings)).body.data
  return hosts.find(({ answers }) => answers)?.file ?? null
}

/**
 * Says that kitroom.yaml is outdated. Other reasons why it is not used are problems of the worker, which are listed.
 */
export const formatSettingsFile = (status: FileStatus | null, terminal: Terminal): string[] =>
  status === 'outdated'
    ? [
        terminal.paint('red', '! kitroom.yaml is not used: other settings are in force'),
        '  What is in force: npm run kitroom -- worker settings --text. To use the file: npm run kitroom -- worker settings adopt',
        '',
      ]
    : []
