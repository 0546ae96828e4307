type LogLine = Record<string, unknown>

/** The lines of a log so far, and those that wait for one. */
export interface LogLines {
  log: LogLine[]
  add: (line: LogLine) => void
  /** No more lines come: whoever waits is rejected with the reason. */
  end: (reason: string) => void
  /** Waits for the first line with this message; rejects when the log ends before. */
  waitFor: (message: string | RegExp) => Promise<LogLine>
}

const matches = (line: LogLine, message: string | RegExp): boolean =>
  typeof message === 'string' ? line['msg'] === message : message.test(String(line['msg']))

export function createLogLines(): LogLines {
  const log: LogLine[] = []
  let waiting: (() => void)[] = []
  let endReason: string | undefined
  const wake = (): void => waiting.splice(0).forEach((resolve) => resolve())
  return {
    log,
    add: (line) => {
      log.push(line)
      wake()
    },
    end: (reason) => {
      endReason = reason
      wake()
    },
    waitFor: async (message) => {
      for (;;) {
        const line = log.find((entry) => matches(entry, message))
        if (line) return line
        if (endReason !== undefined)
          throw new Error(`${endReason}, before it logged ${message}: ${JSON.stringify(log.slice(-5))}`)
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
    },
  }
}
