import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'

function readOnLinux(): string {
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  // Containers of one kernel share its boot, and may share the name of the host. Each has its own numbers of processes.
  return `${boot}:${/\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? ''}`
}

function readBootSession(): string | undefined {
  switch (process.platform) {
    case 'linux':
      return readOnLinux()
    case 'darwin':
      return execFileSync('sysctl', ['-n', 'kern.bootsessionuuid'], { encoding: 'utf8' }).trim() || undefined
    default:
      return undefined
  }
}

let known: { identity: string | undefined } | undefined

/**
 * Identifies the numbers of processes that this process sees: one start of one kernel, and on Linux one namespace.
 * Hosts may have one name and cloned disks, but not this. @returns undefined where the system does not tell
 */
export function readProcessSpace(): string | undefined {
  if (known) return known.identity
  try {
    known = { identity: readBootSession() }
  } catch {
    known = { identity: undefined }
  }
  return known.identity
}
