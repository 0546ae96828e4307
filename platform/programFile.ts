// Files of the project that run as processes of their own.
import { fileURLToPath } from 'node:url'

type Locator = (file: string) => string

let locate: Locator = (file) => file

/** Replaces the files of programs. Tests start bundles, which load in half the CPU time. */
export const setProgramLocator = (locator: Locator): void => void (locate = locator)

/** Returns the path of a program. @param file where its source is */
export const locateProgram = (file: URL): string => locate(fileURLToPath(file))
