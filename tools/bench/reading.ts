import { parseSheet } from '../../sheets/parseSheet.ts'
import { createDefaultSource } from '../../sheets/sources/settings.ts'
import { computeMedian } from './statistics.ts'

const REPEATS = 3

/**
 * Median duration in seconds of reading and mapping a sheet in the child process that a sync uses, and nothing else.
 */
export async function measureReading(bytes: Uint8Array, name: string): Promise<number> {
  const durations: number[] = []
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const startedAtMs = performance.now()
    await parseSheet(bytes, name, createDefaultSource('main', name), 'USD')
    durations.push((performance.now() - startedAtMs) / 1000)
  }
  return computeMedian(durations)
}
