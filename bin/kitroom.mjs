#!/usr/bin/env node
// The command of the package: `kitroom demo|start|server|worker`, else the command line. Must run on Node 18.
import { fileURLToPath } from 'node:url'

const toPath = (file) => fileURLToPath(new URL(`../${file}`, import.meta.url))
const programs = {
  demo: [toPath('local/demo.ts')],
  start: [toPath('local/start.ts')],
  server: ['--max-semi-space-size=8', '--heap-growing-percent=60', toPath('server/main.ts')],
  worker: [toPath('worker/main.ts')],
}

/** `kitroom worker` is the process, `kitroom worker setup` a command. */
const findProgram = ([name, next]) =>
  next !== undefined && !next.startsWith('-') && name === 'worker' ? undefined : programs[name]

const args = process.argv.slice(2)
const program = findProgram(args)
process.argv.splice(2, args.length, ...(program ? [...program, ...args.slice(1)] : [toPath('cli/main.ts'), ...args]))
await import('./run.mjs')
