/** Where progress goes: standard error, so that standard output stays for results. */
export interface Say {
  line(text: string): void
  /** Runs work while seconds tick beside the text; `detail` is asked each second for what to add. */
  during<T>(text: string, work: () => Promise<T>, detail?: () => string): Promise<T>
}

const QUIET_STEP_S = 15

type Output = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>

const addition = (detail: (() => string) | undefined): string => {
  const text = detail?.() ?? ''
  return text && `, ${text}`
}

/** Progress for people: one line that ticks on a terminal, a line now and then elsewhere. */
export function createSay(out: Output = process.stderr): Say {
  const during: Say['during'] = async (text, work, detail) => {
    const startedAtMs = performance.now()
    // A timer may come a little before its second is over.
    const seconds = (): number => Math.round((performance.now() - startedAtMs) / 1000)
    const show = (): void => {
      if (out.isTTY) out.write(`\r\u001b[K${text} … ${seconds()} s${addition(detail)}`)
      else if (seconds() > 0 && seconds() % QUIET_STEP_S === 0) out.write(`${text} … ${seconds()} s${addition(detail)}\n`)
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
  return { line: (text) => void out.write(`${text}\n`), during }
}

export const silentSay: Say = { line: () => undefined, during: (_text, work) => work() }
