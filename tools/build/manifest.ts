import { readFileSync } from 'node:fs'

interface Manifest {
  name: string
  version: string
  description: string
  license: string
  type: string
  dependencies: Record<string, string>
  optionalDependencies: Record<string, string>
  engines: Record<string, string>
}

interface LockedPackage {
  dev?: boolean
  devDependencies?: unknown
}

interface Lock {
  packages: Record<string, LockedPackage>
}

const readJson = (root: string, name: string): unknown => JSON.parse(readFileSync(`${root}/${name}`, 'utf8'))

/** The package's package.json: what a clone's has, without scripts and what only tests need. */
export function createManifest(root: string): Record<string, unknown> & { name: string; version: string } {
  const { name, version, description, license, type, dependencies, optionalDependencies, engines } = readJson(
    root,
    'package.json',
  ) as Manifest
  return {
    name,
    version,
    description,
    license,
    type,
    bin: { kitroom: 'bin/kitroom.mjs' },
    dependencies,
    optionalDependencies,
    engines,
  }
}

/**
 * The package's npm-shrinkwrap.json: the versions that a clone is tested with. npm follows `overrides` of a clone only,
 * and this file of a package.
 */
export function createShrinkwrap(root: string): unknown {
  const { packages, ...lock } = readJson(root, 'package-lock.json') as Lock
  const installed = Object.entries(packages).filter(([, { dev }]) => dev !== true)
  const { '': own, ...others } = Object.fromEntries(installed)
  const { devDependencies: _, ...ownWithoutTools } = own ?? {}
  return { ...lock, packages: { '': ownWithoutTools, ...others } }
}
