import { readdirSync, readFileSync, statSync } from 'node:fs'
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

beforeAll(buildConsole)

/** The files that the entry loads, without those of pages that are opened later. */
function listFirstFiles(): string[] {
  const manifest = JSON.parse(readFileSync(join(distFolder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const files = new Set<string>()
  const add = (chunk: Chunk | undefined): void => {
    if (!chunk || files.has(chunk.file)) return
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const name of chunk.imports ?? []) add(manifest[name])
  }
  add(Object.values(manifest).find(({ isEntry }) => isEntry))
  return [...files]
}

const compressedSize = (file: string): number => statSync(join(distFolder, `${file}.br`)).size

it('the first page loads at most 300 kB, compressed', () => {
  const files = listFirstFiles()
  const bytes = files.reduce((sum, file) => sum + compressedSize(file), 0)
  console.log(`first page: ${files.length} files, ${bytes} bytes with brotli`)
  expect(files.length).toBeGreaterThan(1)
  expect(bytes).toBeLessThanOrEqual(MAX_INITIAL_BYTES)
})

it('the chart library comes with the charts, not with the first page', () => {
  const scripts = readdirSync(join(distFolder, 'assets')).filter((name) => name.endsWith('.js'))
  const charts = scripts
    .map((name) => `assets/${name}`)
    .filter((file) => readFileSync(join(distFolder, file), 'utf8').includes('recharts-bar-rectangle'))
  console.log(`charts: ${charts.map((file) => `${file}, ${compressedSize(file)} bytes with brotli`).join('; ')}`)
  expect(charts).toHaveLength(1)
  expect(listFirstFiles()).not.toContain(charts[0])
})

it('the page runs no inline script and has no inline style', () => {
  const page = readFileSync(join(distFolder, 'index.html'), 'utf8')
  expect(page.match(/<script(?![^>]*src=)[^>]*>|<style|\s(?:style|on\w+)=/g)).toBeNull()
  expect(page).toContain('content="__CSP_NONCE__"')
})
