import {
  pauseAutomation,
  resumeAutomation,
  runAutomation,
  type Automation,
} from '../../contract/control/automations.ts'
import { withControl } from '../access/control.ts'
import type { CommandContext } from '../context.ts'
import { EXIT } from '../exit.ts'
import { escapeUnsafe, formatJson } from '../show/text.ts'
import { formatTime } from '../show/time.ts'

interface ChangeOptions {
  json?: boolean
}

function print(
  { terminal }: CommandContext,
  body: { data: Automation },
  text: string,
  { json }: ChangeOptions,
): number {
  terminal.printResult(json ? formatJson(body) : escapeUnsafe(text))
  return EXIT.success
}

/** `kitroom automations run <id>`: does not wait for the run. */
export const runAutomationCommand = (context: CommandContext, id: string, options: ChangeOptions): Promise<number> =>
  withControl(context.env, async (control) => {
    const { body } = await control.call(runAutomation, { body: { id } })
    return print(context, body, `${body.data.title}: started. What it does: kitroom automations list`, options)
  })

/** `kitroom automations pause <id>`. */
export const pauseAutomationCommand = (
  context: CommandContext,
  id: string,
  { note, ...options }: ChangeOptions & { note?: string },
): Promise<number> =>
  withControl(context.env, async (control) => {
    const { body } = await control.call(pauseAutomation, { body: { id, ...(note !== undefined && { note }) } })
    return print(
      context,
      body,
      `${body.data.title}: paused. Nothing starts until: kitroom automations resume ${id}`,
      options,
    )
  })

/** `kitroom automations resume <id>`. */
export const resumeAutomationCommand = (context: CommandContext, id: string, options: ChangeOptions): Promise<number> =>
  withControl(context.env, async (control) => {
    const { body } = await control.call(resumeAutomation, { body: { id } })
    return print(
      context,
      body,
      `${body.data.title}: resumed. Next run: ${formatTime(body.data.next_at ?? 'not known yet')}`,
      options,
    )
  })
