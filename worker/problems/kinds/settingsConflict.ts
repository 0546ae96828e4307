import { englishTexts, type Texts } from '../../../messages/languages/texts.ts'
import type { StoredSettings } from '../../../state/hosts/settings.ts'
import type { SettingsHost } from '../../../state/hosts/settingsHosts.ts'
import { readSettingsFiles } from '../facts/settings.ts'
import { everybody, MINUTE_MS, saying, type ProblemKind } from '../kind.ts'
import type { Finding } from '../problem.ts'

const { settings: english } = englishTexts.problems

const describeHost = ({ name, host }: SettingsHost): string => `${name} (${host})`

interface Reason {
  title: string
  consequence: string
  advice: string
}

/** Says why the files are not adopted: they would end settings, or contradict each other. */
function describeReason(conflicts: readonly SettingsHost[], texts: Texts['problems']['settings']): Reason {
  const ended = conflicts.flatMap(({ detail }) => detail ?? [])
  return ended.length < conflicts.length
    ? { title: texts.conflict, consequence: texts.conflictConsequence, advice: texts.conflictAdvice }
    : { title: texts.ends, consequence: texts.endsConsequence(ended.join('; ')), advice: texts.endsAdvice }
}

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
  const { consequence, advice } = describeReason(conflicts, english)
  return {
    detail: `Not adopted: ${changed.join('; ')}. In force: ${inForce}.\n${consequence} ${advice}`,
    describe: (texts) => {
      const { title, consequence: whatThatMeans, advice: whatToDo } = describeReason(conflicts, texts.problems.settings)
      const files = describeFiles(texts)
      return { title, facts: { notAdopted: files.changed, inForce: files.inForce, whatThatMeans, whatToDo } }
    },
  }
}

/**
 * Changes of kitroom.yaml that are not adopted: those of several hosts contradict each other, or one would end
 * settings.
 */
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
