// Runs before each test file: what the test's process starts, such as the process that reads a sheet, is a bundle, too.
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setProgramLocator } from '../../platform/programFile.ts'
import { findProgram } from './programs.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

setProgramLocator((file) => findProgram(relative(ROOT, file)))
