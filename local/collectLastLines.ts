import type { Readable } from 'node:stream'
import { createInterface } from 'node:readline'

/** Passes each line to `onLine`. @returns a function that returns the last `maxLines` lines, for an error message */
export function collectLastLines(
  streams: readonly (Readable | null)[],
  maxLines: number,
  onLine: (line: string) => void = () => undefined,
): () => string {
  const lines: string[] = []
  for (const stream of streams) {
    if (!stream) continue
    createInterface({ input: stream, crlfDelay: Infinity }).on('line', (line) => {
      lines.push(line)
      if (lines.length > maxLines) lines.shift()
      onLine(line)
    })
  }
  return () => lines.join('\n')
}
