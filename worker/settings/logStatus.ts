import type { Logger } from '../../platform/log.ts'
import type { Checked } from './compareInState.ts'

const COMMAND = 'npm run kitroom -- worker settings'

/**
 * Creates a function that logs each change of this host's file status once. Invalid and missing files are problems,
 * which are logged elsewhere.
 */
export function createStatusLog(log: Logger, path: string): (checked: Checked) => void {
  let logged = ''
  return ({ own, stored }) => {
    const key = [own.status, own.file_sha256, own.pending_sha256, stored?.sha256].join(' ')
    if (key === logged) return
    logged = key
    const fields = { settings: stored?.sha256.slice(0, 12), adoptedAt: stored?.adopted_at, adoptedBy: stored?.host }
    if (own.status === 'current' && stored?.host === own.host)
      log.info(fields, 'the settings in force are those of kitroom.yaml here')
    if (own.status === 'current' && stored?.host !== own.host)
      log.info(fields, 'kitroom.yaml here is the same as on the host that has adopted it')
    if (own.status === 'missing' && stored)
      log.info(fields, 'there is no kitroom.yaml here; the settings in force are used')
    if (own.status === 'outdated')
      log.warn(
        fields,
        `${path} is outdated and not used: other settings are in force. To see them: ${COMMAND} --text. To use this file: ${COMMAND} adopt`,
      )
    if (own.status === 'conflict')
      log.warn(
        fields,
        `${path} was changed, and ${own.detail === null ? 'another host has other settings' : `would end what is in force (${own.detail})`}. It is not used. To use it anyway: ${COMMAND} adopt`,
      )
  }
}
