import { z } from 'zod'
import type { SettingsError } from '../../config/config.ts'
import type { Said } from '../../contract/sentences/say.ts'
import { Sentence } from '../../contract/sentences/sentence.ts'

const Faults = z.array(z.strictObject({ message: z.string(), sentences: z.array(Sentence) }))

/** Formats the faults of an invalid file, as the row of its host stores them. */
export const formatFaults = ({ faults }: SettingsError): string => JSON.stringify(faults)

/** Reads stored faults. An earlier version stored them as lines of English text. */
export function readFaults(detail: string): Said[] {
  if (detail.startsWith('[')) return Faults.parse(JSON.parse(detail))
  return detail.split('\n').map((message) => ({ message, sentences: [] }))
}
