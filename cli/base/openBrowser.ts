import { spawn } from 'node:child_process'

const programs: Partial<Record<NodeJS.Platform, [command: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}
const OTHER_PROGRAM: [string] = ['xdg-open']

/** Opens an address in the person's browser. @returns false if no program for that can be started */
export function openBrowser(address: string, env: Record<string, string | undefined>): Promise<boolean> {
  const [command, ...args] = programs[process.platform] ?? OTHER_PROGRAM
  return new Promise((resolve) => {
    const child = spawn(command, [...args, address], { env, stdio: 'ignore', detached: true })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}
