import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { toMessage } from '../errors.ts'

const run = promisify(execFile)

/** Runs `<file> --version`. @returns the reason why the file is not a usable Temporal CLI; `undefined` if it is one */
export async function findBinaryFault(file: string): Promise<string | undefined> {
  try {
    const { stdout } = await run(file, ['--version'], { timeout: 30_000, windowsHide: true })
    return /temporal version/i.test(stdout) ? undefined : `${file} is another program of that name`
  } catch (error) {
    return `${file} does not run: ${toMessage(error).split('\n')[0]}`
  }
}
