const REDRAW_INTERVAL_MS = 100

export interface Progress {
  step: (text: string) => void
  rows: (count: number) => void
  end: () => void
}

type Output = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>

const numberFormat = new Intl.NumberFormat('en-US')

/** Shows progress as one redrawn line on a terminal and as one line per step elsewhere; nothing if `isQuiet`. */
export function createProgress(out: Output, isQuiet: boolean): Progress {
  let text = ''
  let drawnAtMs = 0
  const draw = (more: string): void => void (!isQuiet && out.isTTY && out.write(`\r\u001b[K${text}${more}`))
  return {
    step: (next) => {
      text = next
      draw(' …')
      if (!isQuiet && !out.isTTY) out.write(`${text}\n`)
    },
    rows: (count) => {
      const nowMs = performance.now()
      if (nowMs - drawnAtMs < REDRAW_INTERVAL_MS) return
      drawnAtMs = nowMs
      draw(` … ${numberFormat.format(count)} rows`)
    },
    end: () => void (!isQuiet && out.isTTY && out.write('\r\u001b[K')),
  }
}

export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`
  return bytes < 1_000_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${(bytes / 1_000_000_000).toFixed(2)} GB`
}

export const formatCount = (count: number): string => numberFormat.format(count)
