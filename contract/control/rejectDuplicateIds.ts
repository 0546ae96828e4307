import type { z } from 'zod'
import { say } from '../sentences/say.ts'
import { createSettingIssue } from '../sentences/schemaSentences.ts'

/** Kinds of entries of kitroom.yaml that have ids. */
type EntryKind = 'calendar' | 'channel' | 'person' | 'plan' | 'source'

/** Adds an issue for each id that an earlier entry has. */
export function rejectDuplicateIds(
  entries: readonly { id: string }[],
  what: EntryKind,
  context: z.RefinementCtx,
): void {
  entries.forEach((entry, index) => {
    if (entries.findIndex((other) => other.id === entry.id) < index)
      context.addIssue(createSettingIssue(say('setting_id_taken', { id: entry.id, what }), [index, 'id']))
  })
}
