import type { Command } from 'commander'
import { JSON_FLAG, type RunCommand } from '../../base/command.ts'
import { approvePlanCommand, rejectPlanCommand } from './decide.ts'
import { keepColumnsCommand } from './keep.ts'
import { applySyncCommand, planSyncCommand, recreateItemsCommand, takeDamagedCommand, undoRunCommand } from './plan.ts'
import { abortSyncCommand, adoptSourceCommand } from './repair.ts'
import { pauseScheduleCommand, resumeScheduleCommand } from './schedule.ts'
import { explainSyncCommand, tagSheetCommand } from './sheet.ts'
import { listRunsCommand, showRunCommand, showSyncStatusCommand } from './status.ts'

const ALL_FLAG = ['--all', 'show every row and every field'] as const
const FILE_FLAG = ['--file <path>', 'use this sheet instead of the one in kitroom.yaml'] as const
const DELETES_FLAG = ['--deletes <count>', 'how many items the plan deletes, if it deletes any'] as const
const PLAN_FLAG = ['--plan <id>', 'a plan by its id'] as const

function addSchedules(sync: Command, run: RunCommand): void {
  sync
    .command('pause <source>')
    .description('pause the schedule of a source')
    .option('--note <text>', 'why')
    .option(...JSON_FLAG)
    .action(run(pauseScheduleCommand))
  sync
    .command('resume <source>')
    .description('resume the schedule of a source')
    .option(...JSON_FLAG)
    .action(run(resumeScheduleCommand))
}

/** Commands for preparing a sheet and for failed runs. */
function addRepairCommands(sync: Command, run: RunCommand): void {
  sync
    .command('tag <file>')
    .description('copy a CSV or TSV with an asset tag for every item')
    .requiredOption('--out <copy>', 'the copy to write')
    .option('--source <id>', 'read the columns by the settings of this source')
    .action(run(tagSheetCommand))
  sync
    .command('abort <source-or-run>')
    .description('end the run of a source, even a stuck one; what it wrote stays')
    .option(...JSON_FLAG)
    .action(run(abortSyncCommand))
  sync
    .command('adopt <source>')
    .description(
      'take over the items of an earlier source, so that the next sync compares instead of finding them anew',
    )
    .requiredOption('--from <source>', 'the earlier source, also if it is gone from kitroom.yaml')
    .option(...JSON_FLAG)
    .action(run(adoptSourceCommand))
  sync
    .command('undo <run>')
    .description('undo a run, except where somebody has edited since')
    .option('-y, --yes', 'write without asking')
    .option(...JSON_FLAG)
    .option(...ALL_FLAG)
    .action(run(undoRunCommand))
  sync
    .command('recreate <run>')
    .description('plan the sheet of a run again, and create the items that were deleted in Kitroom')
    .option('-y, --yes', 'write without asking')
    .option(...JSON_FLAG)
    .option(...ALL_FLAG)
    .action(run(recreateItemsCommand))
  sync
    .command('take <run>')
    .description('plan the sheet of a run again, and take values that a spreadsheet program may have changed')
    .option('--cell <name...>', 'only these cells, such as F12')
    .option('-y, --yes', 'write without asking')
    .option(...JSON_FLAG)
    .option(...ALL_FLAG)
    .action(run(takeDamagedCommand))
}

export function addSyncCommands(program: Command, run: RunCommand): void {
  const sync = program.command('sync').description('sync a spreadsheet into the inventory')
  const addSourceCommand = (name: string, text: string): Command =>
    sync
      .command(`${name} <source>`)
      .description(text)
      .option(...JSON_FLAG)
      .option(...ALL_FLAG)
  const addPlanCommand = (name: string, text: string): Command =>
    sync
      .command(`${name} [source]`)
      .description(text)
      .option(...PLAN_FLAG)
      .option(...JSON_FLAG)

  sync
    .command('explain <source>')
    .description('show how the sheet is read: sheet, header, columns, words; starts no run')
    .option(...FILE_FLAG)
    .option(...JSON_FLAG)
    .action(run(explainSyncCommand))
  sync
    .command('keep <source> [column...]')
    .description('define own fields for columns that are left out, by their headers (owner key)')
    .option(...FILE_FLAG)
    .option('--all', 'every column that is left out and has cells')
    .option(...JSON_FLAG)
    .action(run(keepColumnsCommand))
  addSourceCommand('plan', 'compare and show; leaves the plan waiting')
    .option(...FILE_FLAG)
    .action(run(planSyncCommand))
  addSourceCommand('apply', 'compare, show, ask, write')
    .option(...FILE_FLAG)
    .option('-y, --yes', 'write without asking')
    .option(...DELETES_FLAG)
    .action(run(applySyncCommand))
  addPlanCommand('approve', 'write the waiting plan')
    .option(...ALL_FLAG)
    .option(...DELETES_FLAG)
    .action(run(approvePlanCommand))
  addPlanCommand('reject', 'drop the waiting plan').action(run(rejectPlanCommand))
  addPlanCommand('status', 'the newest runs, or one plan')
    .option(...ALL_FLAG)
    .action(run(showSyncStatusCommand))
  sync
    .command('show <run>')
    .description('show the result of every row of the sheet')
    .option('--format <format>', 'csv, xlsx or json instead of text')
    .option('--out <path>', 'write a file; its ending names the format')
    .option(...JSON_FLAG)
    .action(run(showRunCommand))
  addRepairCommands(sync, run)
  sync
    .command('list')
    .description('the sources of kitroom.yaml')
    .option(...JSON_FLAG)
    .action(run(listRunsCommand))
  addSchedules(sync, run)
}
