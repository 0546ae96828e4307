import { readdirSync, readFileSync } from 'node:fs'

const SAMPLE_EVERY_MS = 50

function statusOf(pid: number): { parent: number; residentMb: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const field = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0)
    return { parent: field('PPid'), residentMb: field('VmRSS') / 1024 }
  } catch {
    return undefined
  }
}

/** Resident memory of a process and its descendants, in MB; NaN where unknown. */
export function treeMb(root: number): number {
  let pids: number[]
  try {
    pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return NaN
  }
  const all = new Map(pids.map((pid) => [pid, statusOf(pid)]))
  const isBelow = (pid: number): boolean => {
    for (let at = pid; at > 1; at = all.get(at)?.parent ?? 0) if (at === root) return true
    return false
  }
  return pids.filter(isBelow).reduce((sum, pid) => sum + (all.get(pid)?.residentMb ?? 0), 0)
}

export function watchMemory(root: number): { peakMb(): number; stop(): void } {
  let peak = NaN
  const timer = setInterval(() => {
    const now = treeMb(root)
    if (!(now <= peak)) peak = now
  }, SAMPLE_EVERY_MS)
  return { peakMb: () => peak, stop: () => clearInterval(timer) }
}
