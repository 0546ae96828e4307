import type { CommandContext } from '../context.ts'
import { showJson } from '../show/clean.ts'
import { formatRecord } from '../show/table.ts'
import { EXIT } from '../exit.ts'

export interface JsonOption {
  json?: boolean
}

/** @returns the exit code */
export function showRecord({ terminal }: CommandContext, data: object, { json }: JsonOption): number {
  terminal.out(json ? showJson({ data }) : formatRecord({ ...data }))
  return EXIT.fine
}
