import { parseArgs, type ParseArgsConfig } from 'node:util'

type Flag = NonNullable<ParseArgsConfig['options']>[string] & { about: string }

function describeFlag([name, { type, default: value, about }]: [string, Flag]): string {
  const flag = type === 'string' ? `--${name} <value>` : `--${name}`
  return `  ${flag.padEnd(22)} ${about}${typeof value === 'string' && value !== '' ? ` (default: ${value})` : ''}`
}

/**
 * Reads the flags of a benchmark. `--help` and unknown flags print them and end the process.
 * @param about one line, with the command
 */
export function readFlags<const Flags extends Record<string, Flag>>(
  about: string,
  flags: Flags,
): ReturnType<typeof parseArgs<{ options: Flags }>>['values'] {
  const usage = [about, ...Object.entries<Flag>(flags).map(describeFlag), '  --help                 print this'].join(
    '\n',
  )
  if (process.argv.slice(2).includes('--help')) {
    console.log(usage)
    process.exit(0)
  }
  try {
    return parseArgs({ options: flags }).values
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`)
    process.exit(2)
  }
}
