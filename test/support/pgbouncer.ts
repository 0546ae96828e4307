import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { findFreePort, waitForPort } from '../../local/ports.ts'
import { HANG_GUARD_MS } from './wait.ts'
import { installCertificate, type KeyPair } from './certificates.ts'
import { findRunner, giveToRunner } from './postgresServer.ts'

/** 1.21 is the first version that keeps prepared statements. */
const MIN_MINOR_VERSION = 21

interface Binary {
  file: string
  /** 24 for 1.24.1. */
  minorVersion: number
}

function listBinaries(): Binary[] {
  const files = [
    process.env['KITROOM_TEST_PGBOUNCER'] ?? '',
    ...[...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'].map((folder) => join(folder, 'pgbouncer')),
  ]
  return files
    .filter((file) => file !== '' && existsSync(file))
    .map((file) => ({
      file,
      minorVersion: Number(/PgBouncer 1\.(\d+)/.exec(execFileSync(file, ['--version'], { encoding: 'utf8' }))?.[1]),
    }))
}

const binaries = listBinaries()
export const newPgbouncer = binaries.find(({ minorVersion }) => minorVersion >= MIN_MINOR_VERSION)
export const oldPgbouncer = binaries.find(({ minorVersion }) => minorVersion < MIN_MINOR_VERSION)

/** Suffix of the title of a test behind PgBouncer. */
export const withoutPgbouncer = newPgbouncer
  ? ''
  : ' (NOT RUN: no PgBouncer 1.21 or newer; KITROOM_TEST_PGBOUNCER can name one)'
/** Suffix of the title of a test about an old PgBouncer. */
export const withoutOldPgbouncer = oldPgbouncer ? '' : ' (NOT RUN: no PgBouncer older than 1.21)'

export interface PgbouncerOptions {
  /** Of the section [pgbouncer], such as `pool_mode`. */
  settings: Record<string, string>
  binary?: typeof newPgbouncer
  /** Requires TLS with this certificate. */
  tls?: KeyPair
}

export interface Pgbouncer extends AsyncDisposable {
  /** The URL of the same database behind PgBouncer. */
  url: string
  log: () => string
}

/** Starts PgBouncer before a PostgreSQL. */
export async function startPgbouncer(
  database: string,
  { settings, binary = newPgbouncer, tls }: PgbouncerOptions,
): Promise<Pgbouncer> {
  if (!binary) throw new Error('There is no PgBouncer on this machine.')
  const target = new URL(database)
  const [port, runner] = [await findFreePort(), await findRunner()]
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-pgbouncer-'))
  const [file, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')]
  const ownSettings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: users,
    ...settings,
  }
  if (tls) installCertificate(folder, runner, tls)
  const tlsSettings = {
    client_tls_sslmode: 'require',
    client_tls_cert_file: join(folder, 'server.crt'),
    client_tls_key_file: join(folder, 'server.key'),
  }
  const lines = Object.entries({ ...ownSettings, ...(tls && tlsSettings) }).map(([name, value]) => `${name} = ${value}`)
  writeFileSync(users, `"${target.username}" "${target.password}"\n`)
  writeFileSync(
    file,
    `[databases]\n* = host=${target.hostname} port=${target.port}\n[pgbouncer]\n${lines.join('\n')}\n`,
  )
  giveToRunner(runner, [users, file])
  if (runner.uid !== undefined) chownSync(folder, runner.uid, runner.gid ?? runner.uid)
  const child = spawn(binary.file, [file], { ...runner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (log += chunk))
  if (!(await waitForPort(port, HANG_GUARD_MS, () => child.exitCode !== null)))
    throw new Error(`PgBouncer did not start: ${log}`)
  const url = new URL(database)
  url.port = String(port)
  return {
    url: url.href,
    log: () => log,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
