import { readFaults } from '../../settings/hostFaults.ts'
import { describeFile, nameHost, ofFile, readSettingsFiles } from '../facts/settings.ts'
import type { ProblemKind } from '../kind.ts'

/** Files of kitroom.yaml on any host that cannot be used. */
export const settingsInvalid: ProblemKind = {
  ...ofFile,
  find: async (check, tx) => {
    const files = await readSettingsFiles(check, tx)
    return files.rows
      .filter(({ status }) => status === 'invalid')
      .map((row) => {
        const name = nameHost(row, files)
        return describeFile(row, {
          title: ({ invalid }) => invalid(name),
          faults: (_texts, say) =>
            readFaults(row.detail ?? '')
              .map(({ message, sentences }) => say(message, sentences))
              .join('\n'),
          advice: ({ untilFixed, untilFixedOnHost }) => (name === undefined ? untilFixed : untilFixedOnHost),
        })
      })
  },
  blocks: 'host',
}
