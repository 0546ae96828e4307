import { Command, Help, type Option } from 'commander'
import { findTimeZone } from './access/timeZone.ts'
import { runOperatorCommand } from './account/operator.ts'
import { addBackupCommands } from './backup/commands.ts'
import { addAuditCommands } from './commands/audit.ts'
import { addAutomationCommands } from './commands/automations.ts'
import { addCalendarCommands } from './commands/calendar.ts'
import { addConsoleCommands } from './commands/console.ts'
import { JSON_FLAG, type SetExitCode } from './commands/flags.ts'
import { addGearCommands } from './commands/gear.ts'
import { addGoogleCommands } from './commands/google.ts'
import { addMaintenanceCommands } from './commands/maintenance.ts'
import { addReminderCommands } from './commands/reminders.ts'
import { addSettingsCommands } from './commands/settings.ts'
import { addShootCommands } from './commands/shoot.ts'
import { addWarrantyCommands } from './commands/warranty.ts'
import { addWebhookCommands } from './commands/webhook.ts'
import { addWorkerCommands } from './commands/worker.ts'
import type { CommandContext } from './context.ts'
import { setTimeZone } from './show/time.ts'
import { exportGearCommand } from './export/gear.ts'
import { adoptSourceCommand } from './sync/adopt.ts'
import { applySyncCommand } from './sync/apply.ts'
import { abortSyncCommand } from './sync/abort.ts'
import { approvePlanCommand, rejectPlanCommand } from './sync/approve.ts'
import { explainSyncCommand } from './sync/explain.ts'
import { planSyncCommand } from './sync/plan.ts'
import { showRunCommand } from './sync/report.ts'
import { pauseScheduleCommand, resumeScheduleCommand } from './sync/schedule.ts'
import { listRunsCommand, showSyncStatusCommand } from './sync/status.ts'
import { tagSheetCommand } from './sync/tag.ts'
import { undoRunCommand, type UndoOptions } from './sync/undo.ts'

const ALL_FLAG = ['--all', 'show every row and every field'] as const
const FILE_FLAG = ['--file <path>', 'use this sheet instead of the one in kitroom.yaml'] as const
const DELETES_FLAG = ['--deletes <count>', 'how many items the plan deletes, if it deletes any'] as const
const PLAN_FLAG = ['--plan <id>', 'a plan by its id'] as const

function addSchedules(sync: Command, context: CommandContext, done: SetExitCode): void {
  sync
    .command('pause <source>')
    .description('pause the schedule of a source')
    .option('--note <text>', 'why')
    .option(...JSON_FLAG)
    .action(async (name, options) => done(await pauseScheduleCommand(context, name, options)))
  sync
    .command('resume <source>')
    .description('resume the schedule of a source')
    .option(...JSON_FLAG)
    .action(async (name, options) => done(await resumeScheduleCommand(context, name, options)))
}

/** Commands for preparing a sheet and for failed runs. */
function addRepairCommands(sync: Command, context: CommandContext, done: SetExitCode): void {
  sync
    .command('tag <file>')
    .description('copy a CSV or TSV with an asset tag for every item')
    .requiredOption('--out <copy>', 'the copy to write')
    .action(async (file: string, options: { out: string }) => done(await tagSheetCommand(context, file, options)))
  sync
    .command('abort <source-or-run>')
    .description('end the run of a source, even a stuck one; what it wrote stays')
    .option(...JSON_FLAG)
    .action(async (name: string, options: { json?: boolean }) => done(await abortSyncCommand(context, name, options)))
  sync
    .command('adopt <source>')
    .description(
      'take over the items of an earlier source, so that the next sync compares instead of finding them anew',
    )
    .requiredOption('--from <source>', 'the earlier source, also if it is gone from kitroom.yaml')
    .option(...JSON_FLAG)
    .action(async (name: string, options: { from: string; json?: boolean }) =>
      done(await adoptSourceCommand(context, name, options)),
    )
  sync
    .command('undo <run>')
    .description('undo a run, except where somebody has edited since')
    .option('-y, --yes', 'write without asking')
    .option(...JSON_FLAG)
    .option(...ALL_FLAG)
    .action(async (id: string, options: UndoOptions) => done(await undoRunCommand(context, id, options)))
}

function addSync(program: Command, context: CommandContext, done: SetExitCode): void {
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
    .action(async (name, options) => done(await explainSyncCommand(context, name, options)))
  addSourceCommand('plan', 'compare and show; leaves the plan waiting')
    .option(...FILE_FLAG)
    .action(async (name, options) => done(await planSyncCommand(context, name, options)))
  addSourceCommand('apply', 'compare, show, ask, write')
    .option(...FILE_FLAG)
    .option('-y, --yes', 'write without asking')
    .option(...DELETES_FLAG)
    .action(async (name, options) => done(await applySyncCommand(context, name, options)))
  addPlanCommand('approve', 'write the waiting plan')
    .option(...ALL_FLAG)
    .option(...DELETES_FLAG)
    .action(async (name, options) => done(await approvePlanCommand(context, name, options)))
  addPlanCommand('reject', 'drop the waiting plan').action(async (name, options) =>
    done(await rejectPlanCommand(context, name, options)),
  )
  addPlanCommand('status', 'the newest runs, or one plan')
    .option(...ALL_FLAG)
    .action(async (name, options) => done(await showSyncStatusCommand(context, name, options)))
  sync
    .command('show <run>')
    .description('show the result of every row of the sheet')
    .option('--format <format>', 'csv, xlsx or json instead of text')
    .option('--out <path>', 'write a file; its ending names the format')
    .option(...JSON_FLAG)
    .action(async (id, options) => done(await showRunCommand(context, id, options)))
  addRepairCommands(sync, context, done)
  sync
    .command('list')
    .description('the sources of kitroom.yaml')
    .option(...JSON_FLAG)
    .action(async (options) => done(await listRunsCommand(context, options)))
  addSchedules(sync, context, done)
}

function addExport(program: Command, context: CommandContext, done: SetExitCode): void {
  program
    .command('export')
    .description('write the inventory as a sheet')
    .command('gear')
    .description('every item, in a sheet that syncs back without changes')
    .requiredOption('--out <path>', 'a file that ends in .csv or .xlsx')
    .option('--format <format>', 'csv or xlsx, if the file name does not tell')
    .action(async (options) => done(await exportGearCommand(context, options)))
}

function addAccount(program: Command, context: CommandContext, done: SetExitCode): void {
  const account = program.command('account').description('accounts of the server on this machine')
  account
    .command('create')
    .description('create an account; its keys are printed only once')
    .requiredOption('--name <name>')
    .requiredOption('--email <address>')
    .option('--tier <tier>')
    .option('--timezone <zone>', 'for example Europe/Berlin')
    .option('--currency <code>', 'for example EUR')
    .option(...JSON_FLAG)
    .action(async (options) => done(await runOperatorCommand(context, 'accountCreate.ts', options)))
  account
    .command('list')
    .description('list the accounts')
    .option(...JSON_FLAG)
    .action(async (options) => done(await runOperatorCommand(context, 'accountList.ts', options)))
  account
    .command('recover')
    .description('create a new owner key for an account that lost it; revokes the old one')
    .requiredOption('--account <id>')
    .option(...JSON_FLAG)
    .action(async (options) => done(await runOperatorCommand(context, 'accountRecover.ts', options)))
  account
    .command('repair-clock')
    .description('reset an account’s clock that a wrong machine clock moved ahead; correct the machine’s clock first')
    .requiredOption('--account <id>')
    .option(...JSON_FLAG)
    .action(async (options) => done(await runOperatorCommand(context, 'accountRepairClock.ts', options)))
}

const describeOption = (option: Option): string => {
  const text = new Help().optionDescription(option)
  return option.mandatory ? `(required) ${text}`.trimEnd() : text
}

const OWNER_KEY_GROUPS = new Set(['key', 'console', 'document', 'audit', 'event', 'webhook'])
const GROUPS_WITH_TIMES = new Set([
  ...OWNER_KEY_GROUPS,
  'sync',
  'gear',
  'maintenance',
  'shoot',
  'calendar',
  'google',
  'reminders',
  'automations',
  'worker',
])
/** `listen` shows what arrives as it is; the others print no times. */
const COMMANDS_WITHOUT_TIMES = new Set(['listen', 'setup', 'move'])

function findGroup(command: Command): string {
  const { parent } = command
  return parent?.parent ? findGroup(parent) : command.name()
}

/** Text output shows times in the studio's time zone, JSON in UTC. */
async function applyTimeZone(context: CommandContext, command: Command): Promise<void> {
  const group = findGroup(command)
  if (command.opts()['json'] || !GROUPS_WITH_TIMES.has(group) || COMMANDS_WITHOUT_TIMES.has(command.name())) return
  setTimeZone((await findTimeZone(context.env, OWNER_KEY_GROUPS.has(group))) ?? 'UTC')
}

const withoutNewline = (text: string): string => text.replace(/\n$/, '')

/** @param done receives the exit code of the command */
export function buildProgram(context: CommandContext, done: SetExitCode): Command {
  const { terminal } = context
  const program = new Command('kitroom')
    .description('Studio inventory from spreadsheets, and the API that serves it.')
    .showHelpAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.printResult(withoutNewline(text)),
      writeErr: (text) => terminal.printNote(withoutNewline(text)),
    })
    .configureHelp({ optionDescription: describeOption })
    .hook('preAction', (_, command) => applyTimeZone(context, command))
  addSync(program, context, done)
  addGearCommands(program, context, done)
  addMaintenanceCommands(program, context, done)
  addShootCommands(program, context, done)
  addExport(program, context, done)
  addSettingsCommands(program, context, done)
  addConsoleCommands(program, context, done)
  addWebhookCommands(program, context, done)
  addCalendarCommands(program, context, done)
  addGoogleCommands(program, context, done)
  addReminderCommands(program, context, done)
  addAutomationCommands(program, context, done)
  addWarrantyCommands(program, context, done)
  addWorkerCommands(program, context, done)
  addAuditCommands(program, context, done)
  addAccount(program, context, done)
  addBackupCommands(program, context, done)
  return program
}
