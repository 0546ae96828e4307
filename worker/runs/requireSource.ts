import type { SourceSettings } from '../../sheets/sources/settings.ts'
import { createWorkerError } from '../context/errors.ts'

/** @throws WorkerError `unknown_source` that names the configured sources */
export function requireSource(sources: readonly SourceSettings[], id: string): SourceSettings {
  const source = sources.find((candidate) => candidate.id === id)
  if (source) return source
  throw createWorkerError('unknown_source', { source: id, known: sources.map((source) => source.id) })
}
