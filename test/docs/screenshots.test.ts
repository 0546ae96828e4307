import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { MAX_PICTURE_BYTES, pictures } from '../console/screenshots/pictures.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')
const fileOf = (name: string): URL => new URL(`docs/images/${name}.webp`, root)
const shownIn = (document: string): string[] =>
  [...read(document).matchAll(/!\[[^\]]+\]\((?:docs\/)?images\/([\w-]+)\.webp\)/g)].map(([, name = '']) => name)

it('every picture of the console exists and is small: else run npm run screenshots', () => {
  const faults = pictures.flatMap(({ name }) => {
    if (!existsSync(fileOf(name))) return [`${name} is missing`]
    const bytes = readFileSync(fileOf(name))
    if (bytes.subarray(8, 12).toString('latin1') !== 'WEBP') return [`${name} is no WebP`]
    return bytes.length > MAX_PICTURE_BYTES ? [`${name} has ${bytes.length} bytes`] : []
  })
  expect(faults).toEqual([])
})

it('every picture shows a page that the console has', () => {
  const routes = new Set([...read('console/shell/router.tsx').matchAll(/path: '([^']+)'/g)].map(([, path]) => path))
  expect(pictures.filter(({ route }) => !routes.has(route)).map(({ name }) => name)).toEqual([])
})

it('docs/console.md shows each of them, with a text for those who do not see it, and the README one', () => {
  const names = pictures.map(({ name }) => name)
  expect(shownIn('docs/console.md').toSorted()).toEqual(names.toSorted())
  expect(names).toEqual(expect.arrayContaining(shownIn('README.md')))
  expect(shownIn('README.md')).toHaveLength(1)
  expect(readdirSync(new URL('docs/images/', root)).toSorted()).toEqual(names.map((name) => `${name}.webp`).toSorted())
})
