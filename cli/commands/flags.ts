import type { Command } from 'commander'

export type SetExitCode = (exitCode: number) => void

export const YES_FLAG = ['-y, --yes', 'do not ask'] as const
export const JSON_FLAG = ['--json', 'print JSON instead of text'] as const

export const addPageFlags = (command: Command): Command =>
  command.option('--limit <count>', '1 to 200').option('--offset <count>', 'how many to skip')
