import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { toMessage } from '../errors.ts'
import { endLeftover, ProcessRecord, recordProcess } from '../processes.ts'
import type { ProgressPrinter } from '../progressPrinter.ts'

const Entry = ProcessRecord.extend({ url: z.string() })
const RunFile = z.object({ supervisor: ProcessRecord, processes: z.record(z.string(), Entry) })
type RunFile = z.output<typeof RunFile>

const GRACE_MS = 15_000

export interface RunRecord {
  addProcess(name: string, pid: number, url: string): void
  remove(): void
}

function readRunFile(file: string): RunFile | undefined {
  try {
    return RunFile.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // The file is missing or incomplete after a crash. Leftovers are then detected by their ports or locks.
    return undefined
  }
}

/** Ends processes of an earlier, killed run, after checking their identity. */
export async function endLeftovers(
  dataFolder: string,
  names: readonly string[],
  printer: ProgressPrinter,
): Promise<void> {
  const processes = readRunFile(join(dataFolder, 'run.json'))?.processes ?? {}
  for (const name of names) {
    const leftover = processes[name]
    if (leftover && (await endLeftover(leftover, GRACE_MS)))
      printer.printLine(`A ${name} that an earlier run left behind (process ${leftover.pid}) was stopped.`)
  }
}

/** Creates `run.json`, which records the running processes with their start times and addresses. */
export function openRunFile(dataFolder: string, printer: ProgressPrinter): RunRecord {
  const file = join(dataFolder, 'run.json')
  const content: RunFile = { supervisor: recordProcess(process.pid), processes: {} }
  const save = (): void => {
    writeFileSync(`${file}.new`, JSON.stringify(content, null, 2), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  save()
  return {
    addProcess: (name, pid, url) => {
      content.processes[name] = { ...recordProcess(pid), url }
      try {
        save()
      } catch (error) {
        printer.printLine(
          `${file} cannot be written: ${toMessage(error)}. Should Kitroom be killed, its next start does not know the ${name}.`,
        )
      }
    },
    remove: () => rmSync(file, { force: true }),
  }
}
