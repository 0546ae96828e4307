import { adoptWorkerSettings, getWorkerSettings, type WorkerSettings } from '../../contract/control/workerSettings.ts'
import { withControl } from '../access/control.ts'
import type { CommandContext } from '../context.ts'
import { EXIT } from '../exit.ts'
import { formatTable } from '../show/table.ts'
import { escapeUnsafe, formatJson } from '../show/text.ts'
import { formatTime } from '../show/time.ts'

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

/** A running worker whose changed, invalid or missing file needs a person. */
const needsPerson = ({ file, running }: HostView): boolean => running && (file === 'conflict' || file === 'invalid')

/**
 * `kitroom worker settings`: which settings all workers use, and what kitroom.yaml is on each host. The exit code is 1 if a worker has a file that is
 * invalid or in conflict with another one.
 */
export const showWorkerSettingsCommand = (
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

/** `kitroom worker settings adopt`: uses kitroom.yaml of the worker that answers on all hosts. */
export const adoptWorkerSettingsCommand = (context: CommandContext, { json }: { json?: boolean }): Promise<number> =>
  withControl(context.env, async (control) => {
    const { body } = await control.call(adoptWorkerSettings, { body: {} })
    context.terminal.printResult(json ? formatJson(body) : escapeUnsafe(formatSettings(body.data), '\n'))
    return EXIT.success
  })
