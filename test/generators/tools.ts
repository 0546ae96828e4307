import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findCacheFolder } from '../../local/temporal/cache.ts'

const samples = fileURLToPath(new URL('samples/', import.meta.url))
const TIMEOUT_MS = 600_000

/** A third-party tool is not available on this machine. */
export class Missing extends Error {
  override name = 'Missing'
}

export type Generator =
  | 'openapi-typescript'
  | 'openapi-python-client'
  | 'oapi-codegen'
  | 'openapi-generator python'
  | 'openapi-generator go'

/** The command that runs the sample program of a generated client. */
export interface Sample {
  command: string
  args: string[]
  env?: Record<string, string>
}

type Environment = Record<string, string>

/** Runs a command. @returns its output @throws Error with its output when it fails */
export function run(command: string, args: readonly string[], cwd: string, env: Environment = {}): string {
  const result = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    maxBuffer: 1 << 28,
  })
  if (result.status !== 0)
    throw new Error(
      `${command} ${args.join(' ')} failed:\n${result.stdout}\n${result.stderr}${String(result.error ?? '')}`,
    )
  return result.stdout
}

function requireTool(command: string, args: readonly string[]): void {
  if (spawnSync(command, args, { stdio: 'ignore' }).status !== 0)
    throw new Missing(`there is no ${command} on this machine`)
}

/** A cache folder that `fill` fills once. @throws Missing when its content cannot be fetched */
function cached(name: string, fill: (folder: string) => void): string {
  const folder = join(findCacheFolder(process.env), 'generators', name)
  if (existsSync(folder)) return folder
  mkdirSync(join(folder, '..'), { recursive: true })
  const newFolder = mkdtempSync(join(folder, '..', 'new-'))
  try {
    fill(newFolder)
    renameSync(newFolder, folder)
  } catch (cause) {
    rmSync(newFolder, { recursive: true })
    throw new Missing(`${name} could not be fetched; the network may be missing`, { cause })
  }
  return folder
}

const npmPackages = (...packages: string[]): string =>
  cached(packages.join('+').replaceAll('/', '-'), (folder) => {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    run('npm', ['install', '--no-audit', '--no-fund', '--save-exact', ...packages], folder)
  })

function pythonPackages(...packages: string[]): Environment {
  requireTool('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))'])
  const folder = cached(packages.join('+'), (target) => {
    run(
      'python3',
      ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--target', target, ...packages],
      target,
    )
  })
  return { PYTHONPATH: folder }
}

function goProgram(module: string, version: string): string {
  requireTool('go', ['version'])
  const name = module.split('/').at(-1) ?? ''
  return join(
    cached(
      `${name}-${version}`,
      (folder) => void run('go', ['install', `${module}@${version}`], folder, { GOBIN: folder }),
    ),
    name,
  )
}

function generatorJar(version: string): string {
  requireTool('java', ['-version'])
  requireTool('mvn', ['-version'])
  const name = `openapi-generator-cli-${version}`
  const artifact = `org.openapitools:openapi-generator-cli:${version}`
  const folder = cached(name, (target) => {
    run('mvn', ['-q', '-B', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${target}`], target)
  })
  return join(folder, `${name}.jar`)
}

const GENERATOR = '7.25.0'

/** Generates a client from a document, compiles it, and adds a sample program that uses it. */
type Prepare = (document: string, folder: string, sample: string | undefined) => Sample

const typescript: Prepare = (document, folder, sample) => {
  const packages = npmPackages('openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3')
  const bin = (name: string): string => join(packages, 'node_modules', '.bin', name)
  // Inside the folder of the packages, so that they are found.
  const runFolder = mkdtempSync(join(packages, 'run-'))
  process.on('exit', () => rmSync(runFolder, { recursive: true, force: true }))
  run(bin('openapi-typescript'), [document, '-o', join(runFolder, 'api.d.ts')], runFolder)
  const file = join(runFolder, 'sample.ts')
  if (sample) copyFileSync(sample, file)
  else writeFileSync(file, "export type { paths } from './api.d.ts'\n")
  const flags = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'esnext',
    '--allowImportingTsExtensions',
    '--lib',
    'esnext,dom',
  ]
  writeFileSync(
    join(runFolder, 'node.d.ts'),
    'declare const process: { argv: string[]; stdout: { write(text: string): void } }\n',
  )
  run(bin('tsc'), [...flags, file, join(runFolder, 'node.d.ts')], runFolder)
  rmSync(folder, { recursive: true })
  return { command: process.execPath, args: [file] }
}

const pythonClient: Prepare = (document, folder, sample) => {
  const env = pythonPackages('openapi-python-client==0.29.0')
  const package_ = join(folder, 'generated')
  const output = run(
    'python3',
    ['-m', 'openapi_python_client', 'generate', '--path', document, '--output-path', package_],
    folder,
    env,
  )
  if (/will not be generated|will be omitted/.test(output))
    throw new Error(`something is left out of the generated client:\n${output}`)
  run('python3', ['-m', 'compileall', '-q', package_], folder)
  if (sample) copyFileSync(sample, join(package_, 'sample.py'))
  return { command: 'python3', args: [join(package_, 'sample.py')], env }
}

const goClient: Prepare = (document, folder, sample) => {
  const program = goProgram('github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen', 'v2.8.2')
  mkdirSync(join(folder, 'api'))
  run(program, ['-generate', 'types,client', '-package', 'api', '-o', join(folder, 'api', 'api.go'), document], folder)
  writeFileSync(join(folder, 'go.mod'), 'module sample\n\ngo 1.24\n')
  if (sample) copyFileSync(sample, join(folder, 'main.go'))
  run('go', ['mod', 'tidy'], folder)
  run('go', ['vet', './...'], folder)
  if (sample) run('go', ['build', '-o', 'sample', '.'], folder)
  return { command: join(folder, 'sample'), args: [] }
}

const generate = (language: string, document: string, folder: string): string =>
  run('java', ['-jar', generatorJar(GENERATOR), 'generate', '-i', document, '-g', language, '-o', folder], folder)

const generatedPython: Prepare = (document, folder, sample) => {
  const env = pythonPackages(
    'urllib3==2.7.0',
    'python-dateutil==2.9.0.post0',
    'pydantic==2.13.0',
    'typing-extensions==4.15.0',
  )
  generate('python', document, folder)
  run('python3', ['-c', 'import openapi_client'], folder, env)
  if (sample) copyFileSync(sample, join(folder, 'sample.py'))
  return { command: 'python3', args: [join(folder, 'sample.py')], env }
}

const generatedGo: Prepare = (document, folder, sample) => {
  requireTool('go', ['version'])
  generate('go', document, folder)
  // The generated tests need another server.
  rmSync(join(folder, 'test'), { recursive: true, force: true })
  mkdirSync(join(folder, 'sample'))
  if (sample) copyFileSync(sample, join(folder, 'sample', 'main.go'))
  else
    writeFileSync(
      join(folder, 'sample', 'main.go'),
      'package main\n\nimport _ "github.com/GIT_USER_ID/GIT_REPO_ID"\n\nfunc main() {}\n',
    )
  run('go', ['mod', 'tidy'], folder)
  run('go', ['build', '-o', 'sample/', './...'], folder)
  return { command: join(folder, 'sample', 'sample'), args: [] }
}

const generators: Readonly<Record<Generator, { prepare: Prepare; sample: string }>> = {
  'openapi-typescript': { prepare: typescript, sample: 'openapi-typescript.ts' },
  'openapi-python-client': { prepare: pythonClient, sample: 'openapi-python-client.py' },
  'oapi-codegen': { prepare: goClient, sample: 'oapi-codegen.go' },
  'openapi-generator python': { prepare: generatedPython, sample: 'openapi-generator.py' },
  'openapi-generator go': { prepare: generatedGo, sample: 'openapi-generator.go' },
}

export const generatorNames = Object.keys(generators) as Generator[]

/**
 * Generates and compiles the client of a document. @param withSample also the program that uses it
 * @throws Missing where the generator is not available, Error with its output where it fails
 */
export function prepareClient(name: Generator, document: string, folder: string, withSample: boolean): Sample {
  const { prepare, sample } = generators[name]
  return prepare(document, folder, withSample ? join(samples, sample) : undefined)
}
