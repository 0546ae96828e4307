import { readFileSync, writeFileSync } from 'node:fs'

const url = new URL('../../docs/calendar.md', import.meta.url)
const PROMPT = '$ npm run -s kitroom -- '

export const blocksOf = (language: string): string[] =>
  [...readFileSync(url, 'utf8').matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    (match) => match[1] ?? '',
  )

export const commandsOf = (block: string): string[][] =>
  block
    .split('\n')
    .filter((line) => line.startsWith(PROMPT))
    .map((line) => line.slice(PROMPT.length).split(' '))

export const formatCommand = (args: readonly string[], output: string): string =>
  `${PROMPT}${args.join(' ')}\n${output}`

/** Replaces values that differ between runs. */
export const mask = (text: string): string =>
  text
    .replaceAll(/calendars\/[\w-]{43}\.ics/g, 'calendars/TOKEN.ics')
    .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '2026-03-28T09:15:00.000Z')
    .replaceAll(/Written: .*\//g, 'Written: ')
    .replaceAll(
      /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}@[0-9a-f]{12}/g,
      '019d33aa-0000-7000-8000-000000000001@5c0ffee15c0f',
    )
    .replaceAll(/"[0-9a-f]{64}"/g, '"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c1520d0f00a"')

/** A code block of the document. UPDATE_DOCS=1 first replaces it with `content`. */
export function blockInDocument(language: string, index: number, content: string): string {
  if (process.env['UPDATE_DOCS']) {
    const oldBlock = blocksOf(language)[index]
    writeFileSync(
      url,
      readFileSync(url, 'utf8').replace(
        `\`\`\`${language}\n${oldBlock}\`\`\``,
        () => `\`\`\`${language}\n${content}\`\`\``,
      ),
    )
  }
  return blocksOf(language)[index] ?? ''
}
