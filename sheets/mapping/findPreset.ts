import { presetNames, presets, type PresetName } from '../presets.ts'
import { toLookupKey } from '../vocabulary/lookupKey.ts'

/** Finds the program whose export has these headers. A few of them may stand in a list of any other origin. */
export function findPreset(headers: readonly string[]): PresetName | undefined {
  const keys = new Set(headers.map(toLookupKey))
  return presetNames.find((name) => {
    const { signs, minSigns } = presets[name]
    return signs.filter((sign) => keys.has(toLookupKey(sign))).length >= minSigns
  })
}
