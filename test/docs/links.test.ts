import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { ServerEnvironment } from '../../server/context/config.ts'
import { WorkerEnvironment } from '../../worker/context/config.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`),
  'SECURITY.md',
  'examples/README.md',
  'server/reference/guide.md',
  'test/support/README.md',
]
/**
 * Paths outside the repository's files: what `npm run build:console` makes, and an operator's file beside
 * docker-compose.yml.
 */
const OUTSIDE: ReadonlySet<string> = new Set(['console/dist', 'config/kitroom.yaml'])
const textOf = (document: string): string => readFileSync(join(root, document), 'utf8')

it.each(documents)('every file that %s links to exists', (document) => {
  const targets = [...textOf(document).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map((match) => match[1] ?? '')
  expect(targets.filter((target) => !existsSync(join(root, dirname(document), target)))).toEqual([])
})

const rootFolders: ReadonlySet<string> = new Set(
  readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== 'dist')
    .map(({ name }) => name),
)

it.each(documents)('every path that %s names exists', (document) => {
  const namedPaths = [...textOf(document).matchAll(/`(([\w-]+)\/[\w./-]*)`/g)]
  const paths = namedPaths.flatMap(([, path = '', folder = '']) => (rootFolders.has(folder) ? [path] : []))
  expect(paths.filter((path) => !OUTSIDE.has(path) && !existsSync(join(root, path)))).toEqual([])
})

it('docs/settings.md names every setting of server and worker', () => {
  const settings = textOf('docs/settings.md')
  const names = [...Object.keys(ServerEnvironment.shape), ...Object.keys(WorkerEnvironment.shape)]
  expect(names.filter((name) => !settings.includes(`\`${name}\``))).toEqual([])
})

it('every script that the README names exists', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
  const namedScripts = [...textOf('README.md').matchAll(/(?:`|^|&& )npm (?:run )?(?:-s )?([a-z:]+)/gm)].map(
    (match) => match[1] ?? '',
  )
  expect(namedScripts.filter((name) => !(name in scripts) && name !== 'ci' && name !== 'run')).toEqual([])
})

/** Files of code, settings and containers: their messages, pages and comments name documents. */
const codeFiles = globSync('**/*.{ts,tsx,mjs,sh,yml,yaml}', {
  cwd: root,
  exclude: (name) => name.startsWith('.') || name === 'node_modules' || name === 'dist',
}).map((name) => name.replaceAll('\\', '/'))

/** Names of code: camelCase, PascalCase of several words, and CAPITALS of several words. */
const CODE_NAME = /^(?:[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|[A-Z]+_[A-Z_]+)$/

it('every name of code that a check-list gives occurs in the code', () => {
  const knownNames = new Set(codeFiles.flatMap((file) => textOf(file).match(/\w+/g) ?? []))
  const unknownNames = documents
    .filter((document) => document.startsWith('docs/developing/'))
    .flatMap((document) =>
      [...textOf(document).matchAll(/`([^`\n]+)`/g)]
        .flatMap(([, span = '']) => (span.includes('/') ? [] : (span.match(/\w+/g) ?? [])))
        .filter((name) => CODE_NAME.test(name) && !knownNames.has(name))
        .map((name) => `${document}: ${name}`),
    )
  expect(unknownNames).toEqual([])
})

interface NamedPage {
  file: string
  page: string
  anchor: string
  /** As in `docs/running.md, "Behind PgBouncer"`. */
  heading: string
}

const namedPages: readonly NamedPage[] = [...codeFiles, 'Dockerfile'].flatMap((file) =>
  [...textOf(file).matchAll(/\b(docs\/[\w/-]+\.md)(?:#([\w-]+))?(?:, "([^"]+)")?/g)].map(
    ([, page = '', anchor = '', heading = '']) => ({
      file,
      page,
      anchor,
      heading,
    }),
  ),
)

it('every page that code and messages name exists', () => {
  expect(namedPages.length).toBeGreaterThan(40)
  expect(namedPages.filter(({ page }) => !existsSync(join(root, page)))).toEqual([])
})

/** The anchor of a heading, as GitHub makes it. */
const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\d\s_-]/gu, '')
    .replaceAll(' ', '-')

const anchorsOf = (document: string): string[] =>
  [...textOf(document).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => toAnchor(heading))

it.each(documents)('every heading that %s links to exists', (document) => {
  const links = [...textOf(document).matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)]
  const brokenLinks = links.filter(
    ([, target = '', anchor = '']) =>
      !anchorsOf(target === '' ? document : join(dirname(document), target)).includes(anchor),
  )
  expect(brokenLinks.map(([link]) => link)).toEqual([])
})

it('every heading that code and messages name exists', () => {
  const named = namedPages.flatMap(({ file, page, anchor, heading }) => {
    const anchors = [anchor, toAnchor(heading)].filter((name) => name !== '')
    return anchors.map((name) => ({ file, page, name }))
  })
  expect(named).not.toEqual([])
  expect(named.filter(({ page, name }) => !anchorsOf(page).includes(name))).toEqual([])
})
