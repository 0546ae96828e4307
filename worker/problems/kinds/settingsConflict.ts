import { englishTexts, type Texts } from '../../../messages/languages/texts.ts'
import type { StoredSettings } from '../../../state/hosts/settings.ts'
import type { SettingsHost } from '../../../state/hosts/settingsHosts.ts'
import { readSettingsFiles } from '../facts/settings.ts'
import { everybody, MINUTE_MS, saying, type ProblemKind } from '../kind.ts'
import type { Finding } from '../problem.ts'

const { settings: english } = englishTexts.problems

const describeHost = ({ name, host }: SettingsHost): string => `${name} (${host})`

function describeConflict(
  conflicts: readonly SettingsHost[],
  rows: readonly SettingsHost[],
  stored: StoredSettings,
): Finding {
  const adopter = rows.find(({ host }) => host === stored.host)
  const describeFiles = ({ problems: { settings }, format }: Texts): { changed: string[]; inForce: string } => ({
    changed: conflicts.map((row) =>
      settings.changedSince({
        host: describeHost(row),
        time: row.pending_since === null ? '' : format.time(row.pending_since),
      }),
    ),
    inForce: settings.adopted({
      host: adopter ? describeHost(adopter) : settings.hostById(stored.host),
      time: format.time(stored.adopted_at),
    }),
  })
  const { changed, inForce } = describeFiles(englishTexts)
  return {
    detail: `Not adopted: ${changed.join('; ')}. In force: ${inForce}.\n${english.conflictConsequence} ${english.conflictAdvice}`,
    describe: (texts) => {
      const { conflict, conflictConsequence: whatThatMeans, conflictAdvice: whatToDo } = texts.problems.settings
      const files = describeFiles(texts)
      return { title: conflict, facts: { notAdopted: files.changed, inForce: files.inForce, whatThatMeans, whatToDo } }
    },
  }
}

/** Changes of kitroom.yaml on several hosts that contradict each other. */
export const settingsConflict: ProblemKind = {
  key: 'settings',
  isOfWorker: true,
  find: async (check, tx) => {
    const { stored, rows } = await readSettingsFiles(check, tx)
    const conflicts = rows.filter(({ status }) => status === 'conflict')
    return stored && conflicts.length > 0 ? [describeConflict(conflicts, rows, stored)] : []
  },
  blocks: 'none',
  delayMs: 2 * MINUTE_MS,
  notifies: everybody,
  end: saying(({ problems }) => problems.settings.agree),
}
