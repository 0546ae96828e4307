import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const COPIED = ['tools/lint', 'oxlint.config.ts', 'tsconfig.json', 'package.json']

export interface Finding {
  file: string
  code: string
  message: string
}

interface Report {
  diagnostics: { filename: string; code: string; message: string }[]
}

/** Writes files into a temporary folder like the project, and runs the real linter with the real rules on them. */
export function lintTree(files: Record<string, string>): Finding[] {
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-walls-'))
  try {
    for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    }
    const args = ['node_modules/oxlint/bin/oxlint', '-c', 'oxlint.config.ts', '--format', 'json', ...Object.keys(files)]
    const run = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 64_000_000 })
    if (!run.stdout.startsWith('{')) throw new Error(`The linter did not run: ${run.stdout}${run.stderr}`)
    const report = JSON.parse(run.stdout) as Report
    return report.diagnostics.map(({ filename, code, message }) => ({
      file: filename.replaceAll('\\', '/'),
      code,
      message,
    }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
