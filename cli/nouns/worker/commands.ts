import type { Command } from 'commander'
import {
  adoptWorkerSettings,
  getWorkerSettings,
  type WorkerSettings,
} from '../../../contract/control/workerSettings.ts'
import { withControl } from '../../access/control.ts'
import { stateCommand } from '../../access/operator.ts'
import { EXIT, JSON_FLAG, type CommandContext, type JsonOption, type RunCommand } from '../../base/command.ts'
import { formatTable } from '../../show/table.ts'
import { escapeUnsafe, formatJson } from '../../show/text.ts'
import { formatTime } from '../../show/time.ts'
import { setupWorkerCommand } from './setup.ts'

type HostView = WorkerSettings['hosts'][number]

const HASH_LENGTH = 12
const HEADINGS = ['host', 'id', 'label', 'kitroom.yaml', 'worker']
const NOTHING = 'No worker has adopted a kitroom.yaml yet.'

const nameOf = ({ hosts }: WorkerSettings, id: string): string => hosts.find(({ host }) => host === id)?.name ?? id

const toRow = ({ name, host, label, file, running, seen_at: seenAt, answers }: HostView): readonly unknown[] => [
  answers ? `${name} (this one)` : name,
  host,
  label,
  file,
  running ? 'runs' : `last seen ${formatTime(seenAt)}`,
]

function formatSettings(settings: WorkerSettings): string {
  const { in_force: inForce, hosts } = settings
  const head = inForce
    ? `In force: ${inForce.sha256.slice(0, HASH_LENGTH)}, kitroom.yaml of ${nameOf(settings, inForce.host)}, adopted ${formatTime(inForce.adopted_at)}`
    : NOTHING
  return [head, '', formatTable(HEADINGS, hosts.map(toRow))].join('\n')
}

/** True for a running worker whose changed, invalid or missing file needs a person. */
const needsPerson = ({ file, running }: HostView): boolean => running && (file === 'conflict' || file === 'invalid')

/**
 * `kitroom worker settings`: shows the settings that all workers use, and the kitroom.yaml of each host. The exit code
 * is 1 if a worker has a file that is invalid or in conflict with another one.
 */
const showWorkerSettingsCommand = (
  context: CommandContext,
  { json, text }: { json?: boolean; text?: boolean },
): Promise<number> =>
  withControl(context.env, async (control) => {
    const { body } = await control.call(getWorkerSettings)
    const { in_force: inForce, hosts } = body.data
    const shown = text ? escapeUnsafe(inForce?.text ?? '', '\n') : escapeUnsafe(formatSettings(body.data), '\n')
    context.terminal.printResult(json ? formatJson(body) : shown)
    return hosts.some(needsPerson) ? EXIT.failed : EXIT.success
  })

/** `kitroom worker settings adopt`: uses the answering worker's kitroom.yaml on all hosts. */
const adoptWorkerSettingsCommand = (context: CommandContext, { json }: JsonOption): Promise<number> =>
  withControl(context.env, async (control) => {
    const { body } = await control.call(adoptWorkerSettings, { body: {} })
    context.terminal.printResult(json ? formatJson(body) : escapeUnsafe(formatSettings(body.data), '\n'))
    return EXIT.success
  })

function addSettingsCommands(worker: Command, run: RunCommand): void {
  const settings = worker
    .command('settings')
    .description('the settings that all workers use, and what kitroom.yaml is on each host')
    .option('--text', 'print the text in force; queries of web addresses are hidden')
    .option(...JSON_FLAG)
    .action(run(showWorkerSettingsCommand))
  settings
    .command('adopt')
    .description('use the kitroom.yaml of this host on all hosts, whatever was changed there')
    .option(...JSON_FLAG)
    .action(run(adoptWorkerSettingsCommand))
}

/** Adds the commands for a worker on another machine than the server. */
export function addWorkerCommands(program: Command, run: RunCommand): void {
  const worker = program.command('worker').description('a worker on a machine of its own')
  worker
    .command('move')
    .description("move the worker's state to another database, on the machine that has it; the worker must be stopped")
    .requiredOption('--to <url>', 'an empty database: postgres://… or sqlite:<path>')
    .option(...JSON_FLAG)
    .action(run(stateCommand('move')))
  worker
    .command('setup')
    .description("create the worker's key and register its ingress for events (owner key); safe to repeat")
    .option('--url <address>', "the server's address; KITROOM_URL if left out")
    .option(
      '--ingress-url <address>',
      'where the server reaches the worker; KITROOM_PUBLIC_URL or http://127.0.0.1:4101 if left out',
    )
    .option('--data-dir <folder>', "the worker's data folder, for worker.json; KITROOM_DATA_DIR if left out")
    .option('--print', 'print the environment for a container instead of writing worker.json')
    .option(
      '--add',
      'add a worker beside others: they keep their keys, and all share the webhook secret (KITROOM_WEBHOOK_SECRET)',
    )
    .option('--new-secret', 'create a new webhook secret, if the known one may be wrong')
    .option(...JSON_FLAG)
    .action(run(setupWorkerCommand))
  addSettingsCommands(worker, run)
}
