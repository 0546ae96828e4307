import type { SourceSettings } from '../../sheets/sources/settings.ts'
import { WorkerError } from '../context/errors.ts'

/** @throws WorkerError `unknown_source` that names the configured sources */
export function requireSource(sources: readonly SourceSettings[], id: string): SourceSettings {
  const source = sources.find((candidate) => candidate.id === id)
  if (source) return source
  throw new WorkerError(
    'unknown_source',
    `There is no source "${id}" in kitroom.yaml. It has: ${sources.map((s) => s.id).join(', ') || 'none'}.`,
  )
}
