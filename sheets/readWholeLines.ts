import type { Readable } from 'node:stream'

/**
 * Reads the lines of a stream that end with a line break. A rest without one is left out: the process that wrote it has
 * ended in the middle of a line, which its exit status explains.
 */
export async function* readWholeLines(stream: Readable): AsyncGenerator<string> {
  let pieces: string[] = []
  stream.setEncoding('utf8')
  for await (const chunk of stream as AsyncIterable<string>) {
    let start = 0
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', start)) {
      pieces.push(chunk.slice(start, end))
      yield pieces.length === 1 ? (pieces[0] ?? '') : pieces.join('')
      pieces = []
      start = end + 1
    }
    if (start < chunk.length) pieces.push(chunk.slice(start))
  }
}
