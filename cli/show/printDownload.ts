import type { Terminal } from '../terminal.ts'
import { escapeUnsafe } from './text.ts'

/** Prints a text file on standard output, whose last line end `printResult` writes. */
export async function printDownload(terminal: Terminal, chunks: AsyncIterable<string | Uint8Array>): Promise<void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let text = ''
  for await (const piece of chunks) text += typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true })
  terminal.printResult(escapeUnsafe(text, '\r\n\t\ufeff').replace(/\n$/, ''))
}
