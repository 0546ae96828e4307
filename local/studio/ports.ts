import { LocalError } from '../errors.ts'
import { anyFreePort, freePortFrom, isFree } from '../ports.ts'

/**
 * The port that a process of ours will take. 0 means any. A port that is in use is an error, or, where `yielding`, makes way for the next free one.
 * @throws LocalError `port_taken`.
 */
export async function choosePort(wanted: number, setting: string, what: string, yielding: boolean): Promise<number> {
  if (wanted === 0) return anyFreePort()
  if (await isFree(wanted)) return wanted
  if (yielding) return freePortFrom(wanted + 1)
  throw new LocalError(
    'port_taken',
    `Port ${wanted} is in use, so the ${what} cannot take it. Stop the program that uses it (is Kitroom running already?), or set ${setting} to another port.`,
  )
}
