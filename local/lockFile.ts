import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { LocalError } from './errors.ts'
import { isProcessRunning, ProcessRecord, recordProcess } from './processes.ts'

const LockContent = z.object({ holder: ProcessRecord, child: ProcessRecord.optional() })
type LockContent = z.output<typeof LockContent>

export interface Lock {
  /** A process that the previous holder started and left running. */
  leftover: ProcessRecord | undefined
  recordChild(child: ProcessRecord): void
  release(): void
}

function readLock(file: string): LockContent | undefined {
  try {
    return LockContent.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

// Creating a hard link is atomic, so no other process can read a partly written lock.
function tryCreate(file: string, content: LockContent): boolean {
  const temporaryFile = `${file}.${process.pid}`
  writeFileSync(temporaryFile, JSON.stringify(content), { mode: 0o600 })
  try {
    linkSync(temporaryFile, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(temporaryFile, { force: true })
  }
}

function removeStaleLock(file: string): void {
  const renamedFile = `${file}.old.${process.pid}`
  try {
    renameSync(file, renamedFile)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  rmSync(renamedFile, { force: true })
}

/**
 * Acquires a lock file. It replaces a lock whose holder has died.
 * @throws LocalError `locked` with `busyMessage` and the holder's process id
 */
export function acquireLock(file: string, busyMessage: string): Lock {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const content: LockContent = { holder: recordProcess(process.pid) }
  let leftover: ProcessRecord | undefined
  for (let attempt = 0; !tryCreate(file, content); attempt++) {
    const existing = readLock(file)
    if ((existing && isProcessRunning(existing.holder)) || attempt > 2)
      throw new LocalError('locked', existing ? `${busyMessage} (process ${existing.holder.pid})` : busyMessage)
    leftover = existing?.child ?? leftover
    removeStaleLock(file)
  }
  return {
    leftover,
    recordChild: (child) => {
      const replacement = `${file}.new.${process.pid}`
      writeFileSync(replacement, JSON.stringify({ ...content, child }), { mode: 0o600 })
      renameSync(replacement, file)
    },
    release: () => rmSync(file, { force: true }),
  }
}
