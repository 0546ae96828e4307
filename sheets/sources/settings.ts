import { z } from 'zod'
import { configId } from '../../contract/control/configId.ts'
import { addPresetWords, findSettingsFaults, sheetSettings } from '../settings/settings.ts'
import { rangeSetting } from './googleSheet/area.ts'
import { findLocationFaults, locations, mayWriteBesideSameRows } from './kinds.ts'

const partSettings = {
  range: rangeSetting.optional(),
  write_back: z.boolean().optional(),
  /** Label of the host that has the file (KITROOM_FILES of its worker). */
  on: configId.optional(),
}

/** An entry of `sources`: location of its sheet, range to read, permission to write into it, and rules for reading it. */
export const Source = z.strictObject({ id: configId, ...locations, ...partSettings, ...sheetSettings }).check(
  z.superRefine(
    (source, context) => {
      for (const { path, message } of findLocationFaults(source))
        context.addIssue({ code: 'custom', path: [path], message })
    },
    // By default zod skips this check when a single setting has a fault. People should see all faults at once.
    { when: ({ value }) => typeof value === 'object' && value !== null },
  ),
)
export type SourceSettings = z.output<typeof Source>

const MAX_SOURCES = 100

export const Sources = z
  .array(Source)
  .max(MAX_SOURCES, { message: `must have at most ${MAX_SOURCES} sources` })
  .nullish()
  .transform((sources) => (sources ?? []).map(addPresetWords))
  .superRefine((sources, context) => {
    for (const [index, source] of sources.entries()) {
      for (const { path, message } of findSettingsFaults(source))
        context.addIssue({ code: 'custom', path: [index, path], message })
      if (sources.findIndex(({ id }) => id === source.id) < index)
        context.addIssue({ code: 'custom', path: [index, 'id'], message: `"${source.id}" is taken by another source` })
      const other = sources.slice(0, index).find((earlier) => mayWriteBesideSameRows(earlier, source))
      if (other)
        context.addIssue({
          code: 'custom',
          path: [index, 'write_back'],
          message: `"${other.id}" writes beside rows of this range too, and a row has room for the messages of one source. Keep write_back in one of them, give them ranges without a common row, or name two sheets under sheet:`,
        })
    }
  })

/** Creates a source with the default settings. @param file path, relative to the folder of kitroom.yaml */
export const createDefaultSource = (id: string, file: string): SourceSettings => Source.parse({ id, file })
