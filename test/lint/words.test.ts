import { beforeAll, describe, expect, it } from 'vitest'
import { findFaults } from '../../tools/lint/markdown.ts'
import { findClauseFirst } from '../../tools/lint/words.ts'
import { lintTree, type Finding } from './lintTree.ts'

const refusedTexts = [
  'rings the bell',
  'the agenda of a worker',
  'a verdict on the reply',
  'the row was judged',
  'waits for its twin',
  'ends strangers',
  'untold reminders',
  'whence the key was used',
  'searches by halves',
  'again until it stands',
  'what nobody waits for',
  'twice, never not at all',
  'holds without a word',
  'an edit holds at once',
  'the name must be there',
  'people are told of it',
  'the run goes on by itself',
  'keepUp and takeUp',
]

describe('comments', () => {
  let findings: Finding[]
  const messagesOf = (file: string): string[] =>
    findings.filter((finding) => finding.file === file).map(({ message }) => message)

  beforeAll(() => {
    findings = lintTree({
      ...Object.fromEntries(
        refusedTexts.map((text, index) => [`clean/${index}.ts`, `// It ${text}.\nexport const x = 1\n`]),
      ),
      'clean/name.ts': 'export const keepUp = (): number => 1\n',
      'clean/text.ts': "/** Supervises a process. */\nexport const x = 'the bell of a verdict'\n",
    })
  })

  it.each(refusedTexts.map((text, index) => [text, index]))('"%s" is refused', (_text, index) => {
    expect(messagesOf(`clean/${index}.ts`)).toEqual([expect.stringMatching(/^Plain words: not "/)])
  })

  it('a coined verb is refused as a name', () => {
    expect(messagesOf('clean/name.ts')).toEqual([expect.stringContaining('"keepUp" is a coined verb')])
  })

  it('other words and strings in code pass', () => {
    expect(
      findings.filter(
        ({ file, message }) => message.startsWith('Plain words') && !/^clean\/(?:\d+|name)\.ts$/.test(file),
      ),
    ).toEqual([])
  })
})

describe('the beginning of a comment', () => {
  const refused = [
    ['What', 'What is due is claimed.'],
    ['Whether', 'Whether a person gets reminders'],
    ['Who', 'Who has left may not answer.'],
    ['How', 'How often an open page reads: rarely.'],
    ['Why', 'Why it failed; null if it did not.'],
    ['Of', 'Of the document that ends: its type.'],
    ['Such as', 'Such as `warranty`.'],
  ]
  const passing = [
    'The dispatcher claims deliveries.',
    'What if the row is gone? It is skipped.',
    'Whatever the kind, it is sent.',
    'Offset of a row.',
    'However long it takes, it is read.',
  ]

  it.each(refused)('"%s" is refused', (word, comment) => {
    expect(findClauseFirst(`* ${comment} `)).toBe(word)
  })

  it.each(passing)('"%s" passes', (comment) => {
    expect(findClauseFirst(`* ${comment} `)).toBeUndefined()
  })

  it('the linter reports it in code, and not in tests', () => {
    const comment = '/** What is due is claimed. */\nexport const x = 1\n'
    const findings = lintTree({ 'clean/first.ts': comment, 'test/first.ts': comment })
    expect(findings.filter(({ message }) => message.startsWith('Subject first')).map(({ file }) => file)).toEqual([
      'clean/first.ts',
    ])
  })
})

describe('Markdown', () => {
  const messages = (text: string): string[] => findFaults(text).map(({ line, message }) => `${line}: ${message}`)

  it.each(refusedTexts)('"%s" is refused', (text) => {
    expect(messages(`# Title\n\nIt ${text}.\n`)).toEqual([expect.stringMatching(/^3: not "/)])
  })

  it('a line of more than 120 characters is refused', () => {
    expect(messages(`${'a '.repeat(60)}\n${'a '.repeat(60)}a\n`)).toEqual(['2: 121 characters, at most 120'])
  })

  it('code, tables, addresses and link targets pass', () => {
    const passing = [
      '`the bell`',
      '[text](verdict.md)',
      `| ${'a '.repeat(100)}|`,
      `https://${'a'.repeat(130)}`,
      '```text',
      'bell '.repeat(30),
      '```',
    ]
    expect(messages(`${passing.join('\n')}\nand after it\n`)).toEqual([])
  })
})
