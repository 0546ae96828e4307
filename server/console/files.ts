// Serves the built console from memory. A path is looked up in a list of files, and never becomes a path on the disk.
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashTag } from '../../platform/http/conditional.ts'
import type { Answer, MediaType } from '../answer.ts'

/** Folder into which `npm run build:console` writes. */
export const CONSOLE_FOLDER = join(fileURLToPath(new URL('../../', import.meta.url)), 'console', 'dist')

const INDEX = 'index.html'
const NONCE_PLACEHOLDER = '__CSP_NONCE__'
const NONCE_BYTES = 16

const MEDIA_TYPES: Readonly<Record<string, MediaType>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** Suffixes of compressed variants beside a file, the best first. */
const ENCODINGS = [
  { coding: 'br', suffix: '.br' },
  { coding: 'gzip', suffix: '.gz' },
] as const

const HASHED_CACHE = 'public, max-age=31536000, immutable'

interface Variant {
  coding: string | undefined
  body: Uint8Array
  etag: string
}

interface ConsoleFile {
  contentType: MediaType
  /** Variants of the file: compressed ones first, the file itself last. */
  variants: readonly Variant[]
  cacheControl: string | undefined
}

interface Build {
  /** Time when index.html was written. Another time means another build. */
  madeAtMs: number
  index: string
  files: ReadonlyMap<string, ConsoleFile>
}

const toVariant = (body: Uint8Array, coding: string | undefined): Variant => ({ coding, body, etag: hashTag(body) })

function readBuild(folder: string, madeAtMs: number): Build {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/').replace(/^\//, ''))
  const present = new Set(names)
  const files = new Map<string, ConsoleFile>()
  for (const name of names) {
    const contentType = MEDIA_TYPES[extname(name)]
    if (contentType === undefined) continue
    const compressed = ENCODINGS.filter(({ suffix }) => present.has(name + suffix)).map(({ coding, suffix }) =>
      toVariant(readFileSync(join(folder, name + suffix)), coding),
    )
    const variants = [...compressed, toVariant(readFileSync(join(folder, name)), undefined)]
    files.set(`/${name}`, {
      contentType,
      variants,
      cacheControl: name.startsWith('assets/') ? HASHED_CACHE : undefined,
    })
  }
  return { madeAtMs, index: readFileSync(join(folder, INDEX), 'utf8'), files }
}

/** True if Accept-Encoding allows a coding by its name (RFC 9110 section 12.5.3). */
const accepts = (acceptEncoding: string, coding: string): boolean =>
  acceptEncoding.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    return name === coding && !parameters.some((text) => /^q=0(?:\.0*)?$/.test(text))
  })

const buildPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types kitroom',
  ].join('; ')

/** Creates the page. Each response has a new nonce, so it must not be cached. */
function answerIndex(index: string): Answer {
  const nonce = randomBytes(NONCE_BYTES).toString('base64')
  return {
    status: 200,
    body: index.replaceAll(NONCE_PLACEHOLDER, nonce),
    contentType: 'text/html; charset=utf-8',
    policy: buildPolicy(nonce),
    cacheControl: 'no-cache',
    headers: {
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'X-Frame-Options': 'DENY',
    },
  }
}

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Kitroom</title>
<h1>Kitroom</h1>
<p>The API works. Its reference is at <a href="/docs">/docs</a>.</p>
<p>The console, Kitroom’s pages for a browser, is not built here. In the project’s folder, run <code>npm run build:console</code>, then load this page again.</p>
</html>
`

export interface ConsoleFiles {
  /** Returns the page of the console, or one that says how to build it. */
  index(): Answer
  /** Returns the page for a path inside the console; undefined if the console is not built. */
  route(): Answer | undefined
  /** Finds a file of the console. @param acceptEncoding of the request */
  find(path: string, acceptEncoding: string): Answer<Uint8Array> | undefined
}

/** Serves a folder that the console's build writes. A request for the page notices another build. */
export function createConsoleFiles(folder: string): ConsoleFiles {
  let build: Build | undefined
  const load = (): Build | undefined => {
    const madeAtMs = statSync(join(folder, INDEX), { throwIfNoEntry: false })?.mtimeMs
    if (madeAtMs === undefined) build = undefined
    else if (build?.madeAtMs !== madeAtMs) build = readBuild(folder, madeAtMs)
    return build
  }
  const route = (): Answer | undefined => {
    const current = load()
    return current && answerIndex(current.index)
  }
  return {
    route,
    index: () =>
      route() ?? { status: 200, body: NOT_BUILT, contentType: 'text/html; charset=utf-8', cacheControl: 'no-cache' },
    find(path, acceptEncoding) {
      const file = (build ?? load())?.files.get(path)
      const variant = file?.variants.find(({ coding }) => coding === undefined || accepts(acceptEncoding, coding))
      if (!file || !variant) return undefined
      const { coding, body, etag } = variant
      return {
        status: 200,
        body,
        contentType: file.contentType,
        etag,
        ...(file.cacheControl !== undefined && { cacheControl: file.cacheControl }),
        headers: {
          Vary: 'Accept-Encoding',
          'Cross-Origin-Resource-Policy': 'same-origin',
          ...(coding !== undefined && { 'Content-Encoding': coding }),
        },
      }
    },
  }
}
