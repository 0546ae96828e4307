import { existsSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { STARTER_CONFIG } from '../../contract/control/starterConfig.ts'
import { runOperatorCommand } from './operatorCommand.ts'

const StoredSettings = z.object({ text: z.string().nullable() })

/**
 * Writes kitroom.yaml unless one exists: the text in force, such as after a restore on another machine, else the
 * initial one.
 * @param env of the studio's processes
 * @returns which text it wrote
 * @throws LocalError if the text in force cannot be read
 */
export async function writeMissingConfig(
  file: string,
  env: Record<string, string | undefined>,
): Promise<'initial' | 'in force' | undefined> {
  if (existsSync(file)) return undefined
  const { text } = await runOperatorCommand('../../worker/operator/state.ts', ['settings'], env, StoredSettings)
  // The text in force may have secrets in web addresses.
  writeFileSync(file, text ?? STARTER_CONFIG, { flag: 'wx', ...(text !== null && { mode: 0o600 }) })
  return text === null ? 'initial' : 'in force'
}
