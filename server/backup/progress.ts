const REDRAW_EVERY_MS = 100

/** Tells a person how far a backup or a restore is, on standard error. */
export interface Progress {
  /** Begins a step, told as it begins a sentence: `Copying gear`. */
  step: (text: string) => void
  /** So many rows of the step are done. */
  rows: (count: number) => void
  /** Clears the line that moves. */
  end: () => void
}

type Output = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>

const numbered = new Intl.NumberFormat('en-US')

/** A line that moves on a terminal, a line per step elsewhere, nothing where `quiet`. */
export function createProgress(out: Output, quiet: boolean): Progress {
  let text = ''
  let drawnAtMs = 0
  const draw = (more: string): void => void (!quiet && out.isTTY && out.write(`\r\u001b[K${text}${more}`))
  return {
    step: (next) => {
      text = next
      draw(' …')
      if (!quiet && !out.isTTY) out.write(`${text}\n`)
    },
    rows: (count) => {
      const nowMs = performance.now()
      if (nowMs - drawnAtMs < REDRAW_EVERY_MS) return
      drawnAtMs = nowMs
      draw(` … ${numbered.format(count)} rows`)
    },
    end: () => void (!quiet && out.isTTY && out.write('\r\u001b[K')),
  }
}

/** Bytes as people say them. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`
  return bytes < 1_000_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${(bytes / 1_000_000_000).toFixed(2)} GB`
}

export const countText = (count: number): string => numbered.format(count)
