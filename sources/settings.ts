import { z } from 'zod'
import { configId } from '../contract/configId.ts'
import { addPresetWords, findSettingsFaults, sheetSettings } from '../sheets/settings.ts'
import { findLocationFault, locations } from './kinds.ts'

/** One entry of `sources`: where its sheet is, whether Kitroom may write into it, and how it is read. */
export const Source = z.strictObject({ id: configId, ...locations, write_back: z.boolean().optional(), ...sheetSettings }).check(
  z.superRefine(
    (source, context) => {
      const fault = findLocationFault(source)
      if (fault) context.addIssue({ code: 'custom', path: [fault.path], message: fault.message })
    },
    // By default zod skips this check when a single setting has a fault. People should see all faults at once.
    { when: ({ value }) => typeof value === 'object' && value !== null },
  ),
)
export type SourceSettings = z.output<typeof Source>

export const Sources = z
  .array(Source)
  .max(100)
  .nullish()
  .transform((sources) => (sources ?? []).map(addPresetWords))
  .superRefine((sources, context) => {
    for (const [index, source] of sources.entries()) {
      for (const { path, message } of findSettingsFaults(source)) context.addIssue({ code: 'custom', path: [index, path], message })
      if (sources.findIndex(({ id }) => id === source.id) < index)
        context.addIssue({ code: 'custom', path: [index, 'id'], message: `"${source.id}" is taken by another source` })
    }
  })

/** A source with the default settings. @param file path, relative to the folder of kitroom.yaml */
export const createDefaultSource = (id: string, file: string): SourceSettings => Source.parse({ id, file })
