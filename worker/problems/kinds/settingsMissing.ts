import type { SettingsHost } from '../../../state/hosts/settingsHosts.ts'
import { describeFile, nameHost, ofFile, readSettingsFiles, type SettingsFiles } from '../facts/settings.ts'
import type { ProblemKind } from '../kind.ts'

/** True if a missing file is a fault: it existed and had content, and no other host has one. */
function isMissed(row: SettingsHost, { rows, stored, lastText }: SettingsFiles): boolean {
  const isElsewhere = rows.some(({ status, is_running: running }) => status !== 'missing' && running === 1)
  const wasThere = row.file_sha256 !== null || stored === undefined
  return row.status === 'missing' && wasThere && !isElsewhere && lastText !== undefined && lastText.trim() !== ''
}

export const settingsMissing: ProblemKind = {
  ...ofFile,
  find: async (check, tx) => {
    const files = await readSettingsFiles(check, tx)
    const { host, file } = check.settings
    return files.rows
      .filter((row) => isMissed(row, files))
      .map((row) =>
        describeFile(row, {
          title: ({ missing }) => missing(nameHost(row, files)),
          faults: ({ notThere }) => notThere(row.host === host.id ? file : 'kitroom.yaml'),
          advice: ({ staysInForce, untilFixed }) => (files.stored ? staysInForce : untilFixed),
        }),
      )
  },
  blocks: 'none',
}
