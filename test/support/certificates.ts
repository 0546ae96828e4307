import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { giveToRunner, type Runner } from './postgresServer.ts'

const runOpenssl = (folder: string, ...args: string[]): void =>
  void execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })

/** A certificate authority in a temporary folder. */
export interface Authority extends Disposable {
  /** The path of its certificate. */
  certificate: string
  /** Signs a certificate. @param names `DNS:localhost`, `IP:127.0.0.1` @returns paths */
  issue(name: string, names: readonly string[]): KeyPair
}

export interface KeyPair {
  cert: string
  key: string
}

/** Copies a certificate and its key to `server.crt` and `server.key` of a server's folder. */
export function installCertificate(folder: string, runner: Runner, { cert, key }: KeyPair): void {
  const [certFile, keyFile] = [join(folder, 'server.crt'), join(folder, 'server.key')]
  copyFileSync(cert, certFile)
  copyFileSync(key, keyFile)
  giveToRunner(runner, [certFile, keyFile])
}

/** Creates it with openssl. */
export function createAuthority(): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-ca-'))
  // PostgreSQL may run as another user, who must read the certificate.
  chmodSync(folder, 0o755)
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  runOpenssl(
    folder,
    'req',
    '-x509',
    ...newKey,
    '-days',
    '2',
    '-subj',
    '/CN=Test CA',
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
  )
  return {
    certificate: join(folder, 'ca.pem'),
    issue(name, names) {
      writeFileSync(join(folder, `${name}.ext`), `subjectAltName = ${names.join(', ')}\n`)
      runOpenssl(folder, 'req', ...newKey, '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.csr`)
      const signer = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', `${name}.ext`]
      runOpenssl(folder, 'x509', '-req', '-in', `${name}.csr`, ...signer, '-out', `${name}.pem`)
      return { cert: join(folder, `${name}.pem`), key: join(folder, `${name}.key`) }
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}
