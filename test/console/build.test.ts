import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { distFolder } from '../../local/console/sources.ts'
import { buildConsole } from './support/studio.ts'

const MAX_INITIAL_BYTES = 300_000

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
  isEntry?: boolean
}

beforeAll(buildConsole, 120_000)

it('the first page loads at most 300 kB, compressed', () => {
  const manifest = JSON.parse(readFileSync(join(distFolder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const files = new Set<string>()
  const add = (chunk: Chunk | undefined): void => {
    if (!chunk || files.has(chunk.file)) return
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const name of chunk.imports ?? []) add(manifest[name])
  }
  add(Object.values(manifest).find(({ isEntry }) => isEntry))
  const sizes = [...files].map((file) => statSync(join(distFolder, `${file}.br`)).size)
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  console.log(`first page: ${files.size} files, ${bytes} bytes with brotli`)
  expect(files.size).toBeGreaterThan(1)
  expect(bytes).toBeLessThanOrEqual(MAX_INITIAL_BYTES)
})

it('the page runs no inline script and has no inline style', () => {
  const page = readFileSync(join(distFolder, 'index.html'), 'utf8')
  expect(page.match(/<script(?![^>]*src=)[^>]*>|<style|\s(?:style|on\w+)=/g)).toBeNull()
  expect(page).toContain('content="__CSP_NONCE__"')
})
