import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Mounts a disk of its own in memory. @returns false if this user may not */
export const mountDisk = (folder: string, sizeMb: number): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', folder]).status === 0

export const unmountDisk = (folder: string): void => void spawnSync('umount', ['-l', folder])

export interface SmallDisk extends Disposable {
  folder: string
}

/** Mounts a small disk in a folder of its own. */
export function openSmallDisk(sizeMb: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-disk-'))
  if (!mountDisk(folder, sizeMb)) throw new Error('the disk could not be mounted')
  return {
    folder,
    [Symbol.dispose]() {
      unmountDisk(folder)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export function canMountDisks(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-mount-'))
  const isMounted = mountDisk(folder, 1)
  if (isMounted) unmountDisk(folder)
  rmSync(folder, { recursive: true, force: true })
  return isMounted
}
