import type { CommandContext } from '../context.ts'
import { formatJson } from '../show/text.ts'
import { formatRecord } from '../show/table.ts'
import { EXIT } from '../exit.ts'

export interface JsonOption {
  json?: boolean
}

/** @returns the exit code */
export function printRecord({ terminal }: CommandContext, data: object, { json }: JsonOption): number {
  terminal.printResult(json ? formatJson({ data }) : formatRecord({ ...data }))
  return EXIT.success
}
