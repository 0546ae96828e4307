/** Progress goes to standard error; standard output is for results. */
export interface ProgressPrinter {
  printLine(text: string): void
  /** Shows elapsed seconds beside the text while work runs. It calls `detail` each second. */
  runWithProgress<T>(text: string, work: () => Promise<T>, detail?: () => string): Promise<T>
}

const LINE_INTERVAL_S = 15

type Output = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>

const formatDetail = (detail: (() => string) | undefined): string => {
  const text = detail?.() ?? ''
  return text && `, ${text}`
}

/** Creates a printer. On a terminal it updates one line each second; otherwise it writes a line every 15 seconds. */
export function createProgressPrinter(out: Output = process.stderr): ProgressPrinter {
  const runWithProgress: ProgressPrinter['runWithProgress'] = async (text, work, detail) => {
    const startedAtMs = performance.now()
    // The value is rounded, because a timer may fire slightly early.
    const seconds = (): number => Math.round((performance.now() - startedAtMs) / 1000)
    const show = (): void => {
      if (out.isTTY) out.write(`\r\u001b[K${text} … ${seconds()} s${formatDetail(detail)}`)
      else if (seconds() > 0 && seconds() % LINE_INTERVAL_S === 0)
        out.write(`${text} … ${seconds()} s${formatDetail(detail)}\n`)
    }
    out.write(out.isTTY ? `${text} …` : `${text} …\n`)
    const timer = setInterval(show, 1000)
    try {
      return await work()
    } finally {
      clearInterval(timer)
      if (out.isTTY) out.write('\r\u001b[K')
    }
  }
  return { printLine: (text) => void out.write(`${text}\n`), runWithProgress }
}

export const silentPrinter: ProgressPrinter = { printLine: () => undefined, runWithProgress: (_text, work) => work() }
