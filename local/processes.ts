import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'

/** Identifies a process even after its id is reused. */
export const ProcessRecord = z.object({ pid: z.int().positive(), identity: z.string() })
export type ProcessRecord = z.output<typeof ProcessRecord>

const ZOMBIE = 'Z'

function readLinuxIdentity(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === ZOMBIE) return undefined
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19]}`
  } catch {
    return undefined
  }
}

function queryIdentity(pid: number): string | undefined {
  const [command, args]: [string, string[]] =
    process.platform === 'win32'
      ? ['powershell', ['-NoProfile', '-Command', `(Get-Process -Id ${pid}).StartTime.Ticks`]]
      : ['ps', ['-o', 'lstart=', '-p', String(pid)]]
  const result = spawnSync(command, args, { encoding: 'utf8', windowsHide: true })
  return result.status === 0 ? result.stdout.trim() || undefined : undefined
}

/** Reads the start time of a process as opaque text. @returns `undefined` if it has ended */
const readProcessIdentity = (pid: number): string | undefined =>
  process.platform === 'linux' ? readLinuxIdentity(pid) : queryIdentity(pid)

/** Records a process. One that has already ended gets an identity that matches no process. */
export const recordProcess = (pid: number): ProcessRecord => ({ pid, identity: readProcessIdentity(pid) ?? 'gone' })

/** True while the recorded process runs. Another process with the same id does not count. */
export const isProcessRunning = (record: ProcessRecord): boolean => readProcessIdentity(record.pid) === record.identity

function sendSignal(record: ProcessRecord, signal: NodeJS.Signals): void {
  if (!isProcessRunning(record)) return
  try {
    process.kill(record.pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function waitUntilEnded(record: ProcessRecord, timeoutMs: number): Promise<boolean> {
  const deadlineMs = performance.now() + timeoutMs
  while (isProcessRunning(record)) {
    if (performance.now() > deadlineMs) return false
    await wait(50)
  }
  return true
}

/** Ends a process of an earlier run; kills it after `graceMs`. @returns true if it was running */
export async function endLeftover(record: ProcessRecord, graceMs: number): Promise<boolean> {
  if (!isProcessRunning(record)) return false
  sendSignal(record, 'SIGTERM')
  if (await waitUntilEnded(record, graceMs)) return true
  sendSignal(record, 'SIGKILL')
  await waitUntilEnded(record, 5000)
  return true
}
