import { z } from 'zod'
import { configId } from '../../contract/control/configId.ts'
import { rejectDuplicateIds } from '../../contract/control/rejectDuplicateIds.ts'
import { say } from '../../contract/sentences/say.ts'
import { createSettingIssue, toSettingMessage } from '../../contract/sentences/schemaSentences.ts'
import { addPresetWords, findSettingsFaults, sheetSettings } from '../settings/settings.ts'
import { rangeSetting } from './googleSheet/area.ts'
import { findLocationFaults, locations, mayWriteBesideSameRows } from './kinds.ts'

const partSettings = {
  range: rangeSetting.optional(),
  write_back: z.boolean().optional(),
  /** Label of the host that has the file (KITROOM_FILES of its worker). */
  on: configId.optional(),
}

/**
 * An entry of `sources`: location of its sheet, range to read, permission to write into it, and rules for reading it.
 */
export const Source = z.strictObject({ id: configId, ...locations, ...partSettings, ...sheetSettings }).check(
  z.superRefine(
    (source, context) => {
      for (const { path, fault } of findLocationFaults(source)) context.addIssue(createSettingIssue(fault, [path]))
    },
    // By default zod skips this check when a single setting has a fault. People should see all faults at once.
    { when: ({ value }) => typeof value === 'object' && value !== null },
  ),
)
export type SourceSettings = z.output<typeof Source>

const MAX_SOURCES = 100

export const Sources = z
  .array(Source)
  .max(MAX_SOURCES, { message: toSettingMessage(say('setting_too_many_sources', { max: MAX_SOURCES })) })
  .nullish()
  .transform((sources) => (sources ?? []).map(addPresetWords))
  .superRefine((sources, context) => {
    for (const [index, source] of sources.entries()) {
      for (const { path, fault } of findSettingsFaults(source))
        context.addIssue(createSettingIssue(fault, [index, path]))
      const other = sources.slice(0, index).find((earlier) => mayWriteBesideSameRows(earlier, source))
      if (other)
        context.addIssue(
          createSettingIssue(say('setting_rows_of_two_sources', { source: other.id }), [index, 'write_back']),
        )
    }
    rejectDuplicateIds(sources, 'source', context)
  })

/** Creates a source with the default settings. @param file path, relative to the folder of kitroom.yaml */
export const createDefaultSource = (id: string, file: string): SourceSettings => Source.parse({ id, file })
