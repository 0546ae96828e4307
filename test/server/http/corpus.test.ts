import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import type { Problem } from '../../../contract/errors.ts'
import { defaultHttpLimits } from '../../../server/http/listener.ts'
import type { RawReply } from '../../support/checks.ts'
import { NO_TIME_LIMITS } from '../../support/limitedServer.ts'
import { useServer } from '../../support/suite.ts'
import { corpus } from './corpus/cases.ts'
import { playCase } from './corpus/play.ts'

// The server ends connections by its answers only, so that none ends at a time limit instead.
const suite = useServer({ limits: { ...defaultHttpLimits, ...NO_TIME_LIMITS } })
const golden = new URL('corpus/answers.golden.txt', import.meta.url)
const update = process.env['UPDATE_GOLDEN'] === '1'

/** Headers whose values depend on the case; checks.ts checks the others. */
const PINNED_HEADERS = new Set([
  'allow',
  'cache-control',
  'connection',
  'content-type',
  'retry-after',
  'vary',
  'www-authenticate',
])

/** The pinned parts of an answer, on one line. */
function formatAnswer({ status, headers, text }: RawReply): string {
  const lines = Object.entries(headers).filter(([name]) => PINNED_HEADERS.has(name))
  const problem = status >= 400 && text !== '' ? (JSON.parse(text) as Problem) : undefined
  const faults =
    problem?.errors?.map((fault) => ` | ${fault.pointer ?? fault.parameter ?? fault.header} ${fault.code}`).join('') ??
    ''
  const body = problem && ` | ${problem.code}: ${problem.detail}${faults}`
  return `${status} ${lines.map(([name, value]) => `${name}: ${value}`).join('; ')}${body ?? ''}`
}

const goldenAnswers = new Map(
  update
    ? []
    : readFileSync(golden, 'utf8')
        .trimEnd()
        .split('\n\n')
        .map((block) => [block.slice(0, block.indexOf('\n')), block.slice(block.indexOf('\n') + 1)] as const),
)

const codeOf = ({ status, text }: RawReply): string =>
  status >= 400 && text !== '' ? `${status} ${(JSON.parse(text) as Problem).code}` : String(status)

describe.each(Object.entries(corpus))('%s:', (part, cases) => {
  it.each(cases)('$name', async (wireCase) => {
    const { answers, closed } = await playCase(suite.server.url, suite.alice.key, wireCase)
    expect({ answers: answers.map(codeOf), closes: closed }).toEqual({
      answers: wireCase.answers,
      closes: wireCase.closes,
    })
    const name = `${part}: ${wireCase.name}`
    const pinnedAnswers = answers.map(formatAnswer).join('\n')
    if (update) goldenAnswers.set(name, pinnedAnswers)
    expect(pinnedAnswers).toBe(goldenAnswers.get(name))
    expect((await suite.alice.get('/gear?limit=1')).status, 'a normal request after it').toBe(200)
  })
})

it('the golden file has exactly the cases of the corpus', () => {
  const played = Object.entries(corpus).flatMap(([part, cases]) => cases.map(({ name }) => `${part}: ${name}`))
  expect(new Set(played).size).toBe(played.length)
  expect([...goldenAnswers.keys()]).toEqual(played)
})

afterAll(() => {
  if (update)
    writeFileSync(golden, `${[...goldenAnswers].map(([name, answers]) => `${name}\n${answers}`).join('\n\n')}\n`)
})
