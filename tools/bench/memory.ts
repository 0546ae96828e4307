import { readdirSync, readFileSync } from 'node:fs'

const SAMPLE_INTERVAL_MS = 50

function readProcessStatus(pid: number): { parent: number; residentMb: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const field = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0)
    return { parent: field('PPid'), residentMb: field('VmRSS') / 1024 }
  } catch {
    return undefined
  }
}

/** Resident memory of a process and its descendants, in MB; NaN where unknown. */
export function readProcessTreeMb(root: number): number {
  let pids: number[]
  try {
    pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return NaN
  }
  const statuses = new Map(pids.map((pid) => [pid, readProcessStatus(pid)]))
  const isDescendant = (pid: number): boolean => {
    for (let ancestor = pid; ancestor > 1; ancestor = statuses.get(ancestor)?.parent ?? 0)
      if (ancestor === root) return true
    return false
  }
  return pids.filter(isDescendant).reduce((sum, pid) => sum + (statuses.get(pid)?.residentMb ?? 0), 0)
}

export function watchMemory(root: number): { peakMb(): number; stop(): void } {
  let peak = NaN
  const timer = setInterval(() => {
    const currentMb = readProcessTreeMb(root)
    if (!(currentMb <= peak)) peak = currentMb
  }, SAMPLE_INTERVAL_MS)
  return { peakMb: () => peak, stop: () => clearInterval(timer) }
}
