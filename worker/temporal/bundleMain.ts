// Bundles the workflows into a file. It is a separate process, so that webpack's memory is freed.
import { renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker'

const [target, workflowsPath = fileURLToPath(new URL('../../workflows/index.ts', import.meta.url))] =
  process.argv.slice(2)
if (!target) throw new Error('usage: bundleMain.ts <file> [workflows]')
const { code } = await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('WARN') })
const part = `${target}.${process.pid}.part`
writeFileSync(part, code, { mode: 0o600 })
renameSync(part, target)
