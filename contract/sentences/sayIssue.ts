import type { z } from 'zod'
import { describeIssue } from '../describeIssue.ts'
import type { AnyValues } from '../reasonValues.ts'
import type { Said } from './say.ts'
import { findSchemaSentences } from './schemaSentences.ts'
import type { Sentence } from './sentence.ts'
import { valueSentences } from './settingsFile.ts'

type Issue = z.core.$ZodIssue

interface Described {
  reason: string
  values: AnyValues
}

/** Finds the reason of a fault that has no sentence of its own. Limits of texts count their characters. */
function findReason(issue: Issue, root: unknown): Described {
  if (issue.code === 'too_big' && issue.origin === 'string')
    return { reason: 'too_many_characters', values: { max: Number(issue.maximum) } }
  if (issue.code === 'too_small' && issue.origin === 'string') return { reason: 'blank', values: {} }
  if (issue.code === 'invalid_union' && 'options' in issue && issue.options)
    return { reason: 'not_one_of', values: { allowed: issue.options.map(String) } }
  const { reason, values = {}, allowed } = describeIssue(issue, root)
  if (reason === 'not_one_of_type') return { reason: 'not_one_of', values: { allowed: allowed ?? [] } }
  return { reason, values: allowed ? { ...values, allowed } : values }
}

/** Makes the sentence of a reason. Lists become texts. */
function toSentence({ reason, values }: Described): Sentence {
  const code = `value_${reason}`
  if (!Object.hasOwn(valueSentences, code)) return { code: 'value_not_valid', values: {} }
  const texts = Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value])
  return { code, values: Object.fromEntries(texts) as Sentence['values'] }
}

function toEnglish(issue: Issue): string {
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  if (issue.code === 'invalid_type' && issue.message.startsWith('Invalid input')) return `must be ${issue.expected}`
  return issue.message
}

/**
 * Says what is wrong with a value of kitroom.yaml, without a subject. A fault without a sentence of its own is said by
 * the reason that the API has for it.
 * @param root the whole checked value
 */
export function sayIssue(issue: Issue, root: unknown): Said {
  const own = issue.code === 'custom' ? (issue.params?.['said'] as Said | undefined) : undefined
  return (
    own ??
    findSchemaSentences(issue.message) ?? {
      message: toEnglish(issue),
      sentences: [toSentence(findReason(issue, root))],
    }
  )
}
