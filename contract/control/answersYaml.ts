// The console's bundle has this file, so it imports types only.
import type { PlanQuestion } from './questions.ts'

const formatValue = (value: string): string => (/^[a-z]+$/.test(value) ? value : JSON.stringify(value))

/**
 * Formats lines for kitroom.yaml with the first answer of each question, and the other answers in comments.
 * @param or word between the answers
 */
export function formatAnswersYaml(questions: readonly PlanQuestion[], or = 'or'): string {
  const linesBySetting = new Map<string, string[]>()
  for (const { answers } of questions) {
    const [first, ...others] = answers
    if (!first) continue
    const lines = Object.entries(first.values).map(([name, value]) => {
      const alternatives = others.flatMap(({ values }) =>
        values[name] === undefined ? [] : [formatValue(values[name])],
      )
      return `  ${JSON.stringify(name)}: ${formatValue(value)} # ${or} ${alternatives.join(', ')}`
    })
    linesBySetting.set(first.setting, [...(linesBySetting.get(first.setting) ?? []), ...lines])
  }
  return [...linesBySetting].map(([setting, lines]) => [`${setting}:`, ...lines].join('\n')).join('\n')
}
