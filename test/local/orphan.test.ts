import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { isProcessRunning, recordProcess } from '../../local/processes.ts'
import { until } from '../support/wait.ts'

const RUN = fileURLToPath(new URL('../../bin/run.mjs', import.meta.url))

// npm ends its shell at SIGTERM. What the shell has just started must notice that it came too late.
it.skipIf(process.platform === 'win32')('a program whose shell of npm has ended is not started', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-orphan-'))
  const [program, started] = [join(folder, 'program.mjs'), join(folder, 'started')]
  writeFileSync(
    program,
    `import fs from 'node:fs'; fs.writeFileSync(${JSON.stringify(started)}, ''); setInterval(() => {}, 1000)`,
  )
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${RUN}" "${program}" >/dev/null 2>&1 & echo $!`], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let text = ''
  shell.stdout.setEncoding('utf8').on('data', (part: string) => (text += part))
  await once(shell, 'close')
  const orphan = recordProcess(Number(text))
  try {
    await until('it has ended', () => !isProcessRunning(orphan))
    expect(existsSync(started)).toBe(false)
  } finally {
    if (isProcessRunning(orphan)) process.kill(orphan.pid, 'SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
})
