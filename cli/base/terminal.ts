import { createInterface } from 'node:readline/promises'
import { styleText } from 'node:util'

type Format = Parameters<typeof styleText>[0]

/** Results go to standard output; progress and questions go to standard error. */
export interface Terminal {
  printResult(text: string): void
  printNote(text: string): void
  paint: (format: Format, text: string) => string
  /** True when the progress line can be redrawn. */
  canRedraw: boolean
  /** Replaces the progress line; an empty text clears it. Does nothing unless `canRedraw`. */
  redraw(text: string): void
  canAsk: boolean
  /** Asks on standard error; resolves to '' at the end of input. */
  ask(question: string): Promise<string>
}

async function askOn(stdin: NodeJS.ReadStream, stderr: NodeJS.WriteStream, question: string): Promise<string> {
  const reader = createInterface({ input: stdin, output: stderr })
  try {
    return await new Promise<string>((resolve, reject) => {
      reader.once('close', () => resolve(''))
      reader.question(question).then(resolve, reject)
    })
  } finally {
    reader.close()
  }
}

export function createTerminal(
  streams: Pick<NodeJS.Process, 'stdin' | 'stdout' | 'stderr'>,
  env: Record<string, string | undefined>,
): Terminal {
  const { stdin, stdout, stderr } = streams
  const hasColours = stdout.isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
  const canRedraw = stderr.isTTY && env['TERM'] !== 'dumb'
  return {
    printResult: (text) => void stdout.write(`${text}\n`),
    printNote: (text) => void stderr.write(`${text}\n`),
    paint: (format, text) => (hasColours ? styleText(format, text, { validateStream: false }) : text),
    canRedraw,
    redraw: (text) => void (canRedraw && stderr.write(`\r\u001b[K${text}`)),
    canAsk: stdin.isTTY && stderr.isTTY,
    ask: (question) => askOn(stdin, stderr, question),
  }
}
