import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Fleet } from './fleet.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const SKIPPED = ['node_modules', 'test', 'docs', 'tools']

/** Changes of workflows that runs of the version before go on with: each is behind patched(). */
const CHANGES = [
  {
    file: 'workflows/inventorySync.ts',
    begin: 'export async function inventorySync(input: SyncInput): Promise<RunStatus> {\n',
  },
  {
    file: 'workflows/googleCalendar.ts',
    begin: 'export async function googleCalendar(input: GoogleCalendarInput): Promise<void> {\n',
  },
] as const
const CHANGE = "  if (patched('next-version')) await sleep(1)\n"

/** A copy of the sources in which two workflows have a step more. */
export interface NextVersion extends Disposable {
  /** Ends with a slash. */
  tree: string
}

export function createNextVersion(): NextVersion {
  const tree = `${mkdtempSync(join(tmpdir(), 'kitroom-next-'))}/`
  for (const name of readdirSync(ROOT))
    if (!SKIPPED.includes(name) && !name.startsWith('.')) cpSync(join(ROOT, name), tree + name, { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), `${tree}node_modules`)
  for (const { file, begin } of CHANGES) {
    const text = readFileSync(tree + file, 'utf8')
    if (!text.includes(begin)) throw new Error(`${file} does not begin its workflow as this test expects`)
    writeFileSync(
      tree + file,
      `import { patched, sleep } from '@temporalio/workflow'\n${text.replace(begin, begin + CHANGE)}`,
    )
  }
  return { tree, [Symbol.dispose]: () => rmSync(tree, { recursive: true, force: true }) }
}

/**
 * Replaces all processes by those of the next version, one after the other. The first worker builds the bundle of all.
 */
export async function upgradeOneByOne({ members, dataDirOf }: Fleet, { tree }: NextVersion): Promise<void> {
  let built: string | undefined
  for (const member of members) {
    await member.stop()
    member.useTree(tree)
    const cache = join(dataDirOf(member), 'cache')
    if (member.kind === 'worker' && built !== undefined) cpSync(built, cache, { recursive: true })
    await member.start()
    if (member.kind === 'worker') built ??= cache
  }
}
