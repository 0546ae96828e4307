// Times and memory, which only a quiet machine shows: measure tests run alone, and no test of another kind has such a
// limit.
import { loadavg } from 'node:os'

/** By their names, each with its unit: `tookMs`, `peakMb`. */
export type Figures = Readonly<Record<string, number>>

const MAX_TRIES = 3

const toText = (figures: Figures): string =>
  Object.entries(figures)
    .map(([name, figure]) => `${name} ${Number.isInteger(figure) ? figure : figure.toFixed(1)}`)
    .join(', ')

/**
 * Compares figures with their limits, and measures again, up to three times in all, before it calls a limit missed.
 * @param run measures once, from the start
 * @returns the figures of all tries if each try missed a limit; otherwise nothing
 */
export async function measure(what: string, limits: Figures, run: () => Promise<Figures>): Promise<string[]> {
  const tries: string[] = []
  while (tries.length < MAX_TRIES) {
    const figures = await run()
    const text = `${toText(figures)} (load ${loadavg()[0]?.toFixed(1)})`
    console.log(`${what}: ${text}`)
    // A figure that is missing or NaN is missed too.
    if (Object.entries(limits).every(([name, limit]) => (figures[name] ?? Infinity) < limit)) return []
    tries.push(`${text}, limits: ${toText(limits)}`)
  }
  return tries
}
