import type { Readable } from 'node:stream'
import { createInterface } from 'node:readline'

/** Passes lines on and keeps the last ones for an error message. */
export function collectTail(streams: readonly (Readable | null)[], keep: number, onLine: (line: string) => void = () => undefined): () => string {
  const lines: string[] = []
  for (const stream of streams) {
    if (!stream) continue
    createInterface({ input: stream, crlfDelay: Infinity }).on('line', (line) => {
      lines.push(line)
      if (lines.length > keep) lines.shift()
      onLine(line)
    })
  }
  return () => lines.join('\n')
}
