import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { LocalError } from './errors.ts'
import { isRunning, ProcessRecord, recordProcess } from './processes.ts'

const LockContent = z.object({ holder: ProcessRecord, child: ProcessRecord.optional() })
type LockContent = z.output<typeof LockContent>

export interface Lock {
  /** A process that the previous holder started and left running. */
  leftover: ProcessRecord | undefined
  recordChild(child: ProcessRecord): void
  release(): void
}

function read(file: string): LockContent | undefined {
  try {
    return LockContent.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

// A link is created atomically, so that nobody reads a partial lock.
function tryCreate(file: string, content: LockContent): boolean {
  const own = `${file}.${process.pid}`
  writeFileSync(own, JSON.stringify(content), { mode: 0o600 })
  try {
    linkSync(own, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(own, { force: true })
  }
}

function setAside(file: string): void {
  const aside = `${file}.old.${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  rmSync(aside, { force: true })
}

/** Acquires a lock file; takes over one whose holder has died. @throws LocalError `locked` with `busyMessage` and the holder's process id */
export function acquireLock(file: string, busyMessage: string): Lock {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const content: LockContent = { holder: recordProcess(process.pid) }
  let leftover: ProcessRecord | undefined
  for (let attempt = 0; !tryCreate(file, content); attempt++) {
    const found = read(file)
    if ((found && isRunning(found.holder)) || attempt > 2)
      throw new LocalError('locked', found ? `${busyMessage} (process ${found.holder.pid})` : busyMessage)
    leftover = found?.child ?? leftover
    setAside(file)
  }
  return {
    leftover,
    recordChild: (child) => {
      const next = `${file}.new.${process.pid}`
      writeFileSync(next, JSON.stringify({ ...content, child }), { mode: 0o600 })
      renameSync(next, file)
    },
    release: () => rmSync(file, { force: true }),
  }
}
