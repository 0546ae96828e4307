import type { Command } from 'commander'
import { operatorCommand } from '../access/operator.ts'
import { JSON_FLAG, type RunCommand } from '../base/command.ts'

const ONLY_FLAG = ['--only <part>', 'api or worker instead of both'] as const

/** Adds `backup` and `restore`, which run on the machine that has the data. */
export function addBackupCommands(program: Command, run: RunCommand): void {
  program
    .command('backup')
    .description('copy both databases and the keys while everything runs')
    .requiredOption('--out <folder>', 'the backup folder to create; with a trailing slash, its parent folder')
    .option(...ONLY_FLAG)
    .option(...JSON_FLAG)
    .action(run(operatorCommand('backup.ts')))
  program
    .command('restore')
    .description('restore a backup; server and worker must be stopped')
    .option('--from <backup>', 'the folder that backup made')
    .option(...ONLY_FLAG)
    .option('--replace', 'move existing data aside')
    .option('--resume', 'finish a restore that was interrupted')
    .option('-y, --yes', 'replace without asking')
    .option(...JSON_FLAG)
    .action(run(operatorCommand('restore.ts')))
}
