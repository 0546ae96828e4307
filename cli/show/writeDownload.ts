import { writeAtomically } from '../files.ts'
import { printDownload } from './printDownload.ts'
import type { Terminal } from '../terminal.ts'
import { escapeUnsafe } from './text.ts'

type Chunks = AsyncIterable<string | Uint8Array>

/** Writes a file and says where it is. @throws CliError when it cannot be written */
export async function writeDownload(terminal: Terminal, path: string, chunks: Chunks): Promise<void> {
  await writeAtomically(path, chunks)
  terminal.printNote(`Written: ${escapeUnsafe(path)}`)
}

/** Writes a text to a file, or prints it without a path. @throws CliError when it cannot be written */
export const writeOrPrintDownload = (terminal: Terminal, path: string | undefined, chunks: Chunks): Promise<void> =>
  path === undefined ? printDownload(terminal, chunks) : writeDownload(terminal, path, chunks)
