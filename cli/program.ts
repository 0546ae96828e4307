import { Command, CommanderError, Help, type ErrorOptions, type Option } from 'commander'
import { readOwnVersion } from '../platform/version.ts'
import { findTimeZone } from './access/timeZone.ts'
import { EXIT, type CommandContext, type RunCommand } from './base/command.ts'
import { addAccountCommands } from './nouns/account.ts'
import { addAuditCommands } from './nouns/audit.ts'
import { addAutomationCommands } from './nouns/automations.ts'
import { addBackupCommands } from './nouns/backup.ts'
import { addCalendarCommands } from './nouns/calendar.ts'
import { addCompletionCommands } from './nouns/completion.ts'
import { addConsoleCommands } from './nouns/console.ts'
import { addDocumentCommands } from './nouns/document.ts'
import { addEventCommands } from './nouns/event.ts'
import { addExportCommands } from './nouns/export.ts'
import { addCategoryCommands } from './nouns/category.ts'
import { addFieldCommands } from './nouns/field.ts'
import { addGearCommands } from './nouns/gear.ts'
import { addGoogleCommands } from './nouns/google/commands.ts'
import { addKeyCommands } from './nouns/key.ts'
import { addMaintenanceCommands } from './nouns/maintenance/commands.ts'
import { addProfileCommands } from './nouns/profile.ts'
import { addReminderCommands } from './nouns/reminders/commands.ts'
import { addShootCommands } from './nouns/shoot.ts'
import { addSubscriptionCommands } from './nouns/subscription.ts'
import { addSyncCommands } from './nouns/sync/commands.ts'
import { addWarrantyCommands } from './nouns/warranty.ts'
import { addWebhookCommands } from './nouns/webhook/commands.ts'
import { addWorkerCommands } from './nouns/worker/commands.ts'
import { describeProblem, formatError } from './show/error.ts'
import { formatJson } from './show/text.ts'
import { setTimeZone } from './show/time.ts'

/** The commands of each noun, in the order of the help. */
const NOUNS = [
  addSyncCommands,
  addGearCommands,
  addFieldCommands,
  addCategoryCommands,
  addMaintenanceCommands,
  addShootCommands,
  addExportCommands,
  addKeyCommands,
  addDocumentCommands,
  addProfileCommands,
  addSubscriptionCommands,
  addConsoleCommands,
  addWebhookCommands,
  addCalendarCommands,
  addGoogleCommands,
  addReminderCommands,
  addAutomationCommands,
  addWarrantyCommands,
  addWorkerCommands,
  addAuditCommands,
  addEventCommands,
  addAccountCommands,
  addBackupCommands,
  addCompletionCommands,
]

const describeOption = (option: Option): string => {
  const text = new Help().optionDescription(option)
  return option.mandatory ? `(required) ${text}`.trimEnd() : text
}

const findPath = (command: Command): string =>
  command.parent ? `${findPath(command.parent)} ${command.name()}` : command.name()

/** Reports an unknown command on one line, which the whole help would hide. */
class NamedCommand extends Command {
  override createCommand(name?: string): Command {
    return new NamedCommand(name)
  }

  override error(message: string, options?: ErrorOptions): never {
    if (options?.code !== 'commander.unknownCommand') return super.error(message, options)
    this.showHelpAfterError(false)
    const line = `${message.replaceAll(/\s+/g, ' ')}. To see all: ${findPath(this)} --help`
    return super.error(line, { ...options, exitCode: EXIT.usage })
  }
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
/**
 * Commands that print no times in the studio's zone. `listen` shows received data unchanged; the others print no times.
 */
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
export function buildProgram(context: CommandContext, done: (exitCode: number) => void): Command {
  const { terminal } = context
  const program = new NamedCommand('kitroom')
    .version(readOwnVersion(), '--version', 'print the version')
    .description('Studio inventory from spreadsheets, and the API that serves it.')
    .showHelpAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.printResult(withoutNewline(text)),
      writeErr: (text) => terminal.printNote(withoutNewline(text)),
    })
    .configureHelp({ optionDescription: describeOption })
    .hook('preAction', (_, command) => applyTimeZone(context, command))
  const run: RunCommand =
    (command) =>
    async (...args) =>
      done(await command(context, ...args))
  for (const addCommands of NOUNS) addCommands(program, run)
  return program
}

/**
 * Runs one command line. Errors are printed, not thrown.
 * @param args the words after `kitroom`
 * @returns the exit code: 0 success, 1 failure, 2 rows refused or in conflict, 64 unknown command
 */
export async function runCommandLine(args: readonly string[], context: CommandContext): Promise<number> {
  let exitCode: number = EXIT.success
  try {
    await buildProgram(context, (code) => (exitCode = code)).parseAsync(args, { from: 'user' })
  } catch (error) {
    // commander has already printed its usage errors. It also throws after printing help, with exit code 0.
    if (!(error instanceof CommanderError)) context.terminal.printNote(formatError(error))
    exitCode = error instanceof CommanderError ? error.exitCode : EXIT.failed
    if (exitCode !== EXIT.success && args.includes('--json'))
      context.terminal.printResult(formatJson(describeProblem(error)))
  }
  return exitCode
}
