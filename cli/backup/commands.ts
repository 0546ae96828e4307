import type { Command } from 'commander'
import { runOperatorCommand } from '../account/operator.ts'
import type { CommandContext } from '../context.ts'

type Done = (exitCode: number) => void

const ONLY_FLAG = ['--only <part>', 'api or worker instead of both'] as const
const JSON_FLAG = ['--json', 'print JSON instead of text'] as const

/** Adds `backup` and `restore`, which run on the machine that has the data. */
export function addBackupCommands(program: Command, context: CommandContext, done: Done): void {
  program
    .command('backup')
    .description('copy both databases and the keys while everything runs')
    .requiredOption('--out <folder>', 'the backup folder to create; with a trailing slash, its parent folder')
    .option(...ONLY_FLAG)
    .option(...JSON_FLAG)
    .action(async (options) => done(await runOperatorCommand(context, 'backup.ts', options)))
  program
    .command('restore')
    .description('restore a backup; server and worker must be stopped')
    .option('--from <backup>', 'the folder that backup made')
    .option(...ONLY_FLAG)
    .option('--replace', 'move existing data aside')
    .option('--resume', 'finish a restore that was interrupted')
    .option('-y, --yes', 'replace without asking')
    .option(...JSON_FLAG)
    .action(async (options) => done(await runOperatorCommand(context, 'restore.ts', options)))
}
