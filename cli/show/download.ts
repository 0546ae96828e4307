import { writeAtomically } from '../base/files.ts'
import type { Terminal } from '../base/terminal.ts'
import { escapeUnsafe } from './text.ts'

/** Prints a text file on standard output. `printResult` writes its last line end. */
async function printDownload(terminal: Terminal, chunks: AsyncIterable<string | Uint8Array>): Promise<void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let text = ''
  for await (const piece of chunks) text += typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true })
  terminal.printResult(escapeUnsafe(text, '\r\n\t\ufeff').replace(/\n$/, ''))
}

type Chunks = AsyncIterable<string | Uint8Array>

/** Writes a file and prints its path. @throws CliError if it cannot be written */
export async function writeDownload(terminal: Terminal, path: string, chunks: Chunks): Promise<void> {
  await writeAtomically(path, chunks)
  terminal.printNote(`Written: ${escapeUnsafe(path)}`)
}

/** Writes a text to a file, or prints it without a path. @throws CliError when it cannot be written */
export const writeOrPrintDownload = (terminal: Terminal, path: string | undefined, chunks: Chunks): Promise<void> =>
  path === undefined ? printDownload(terminal, chunks) : writeDownload(terminal, path, chunks)
