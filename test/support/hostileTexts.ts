import { measureSlowness } from './measureSlowness.ts'

/** Texts that patterns like to try in many ways: each is repeated, and then something follows that fits nothing. */
const PUMPS = [
  ' ',
  '\u00a0',
  '\u200b',
  '\t',
  ',',
  ', ',
  '.',
  '-',
  '- ',
  '(',
  ')',
  '[',
  '[$',
  '{',
  '/',
  ':',
  ';',
  "'",
  '"',
  '""',
  '_',
  '*',
  '0',
  '1',
  '1 ',
  '1,',
  '1.',
  '1/',
  '1-',
  '1:',
  '12,345.',
  'a',
  'a ',
  'A1',
  'T',
  'e+',
  '=',
  '=A',
  '=(',
  '#',
  '&',
  '&#',
  '&amp',
  '%',
  '€',
  '€ ',
  'kg ',
  'mm',
  'x',
  'ß',
  'é',
  'e\u0301',
  '年',
  '１',
  'Ã',
  '\ufffd',
  '\u0301',
  '<',
  '<row ',
  '_x0041_',
  '|',
  '\\',
  '*/1,',
] as const
const STARTS = ['', '1', 'a', '(', "'", '="', '1,', '#'] as const
const ENDS = ['', '!', '1', ')', 'x\u0000'] as const

export interface HostileText {
  name: string
  text: string
}

/** Lists hostile texts of about this length, one for each repeated part, start and end. */
export const listHostileTexts = (length: number): HostileText[] =>
  PUMPS.flatMap((pump) =>
    STARTS.flatMap((start) =>
      ENDS.map((end) => ({
        name: JSON.stringify(`${start}${pump.repeat(3)}…${end}`),
        text: `${start}${pump.repeat(Math.ceil(length / pump.length))}${end}`,
      })),
    ),
  )

/** The CPU time of this thread for `work`, in milliseconds. */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/**
 * The CPU time of this thread for `work`. Where it is more than `maxMs`, it is stated as the reference machine would take
 * it: the core may be slow, or shared at that moment.
 */
export async function referenceMsOf(maxMs: number, work: () => unknown): Promise<number> {
  const ms = await cpuMsOf(work)
  return ms <= maxMs ? ms : ms / measureSlowness()
}

/**
 * Runs `work` with each text, once to compile it.
 * @param maxMs for the reference machine @returns names of the texts that took more CPU time, with that time
 */
export async function findSlowTexts(
  texts: readonly HostileText[],
  maxMs: number,
  work: (text: string) => unknown,
): Promise<string[]> {
  const slow: string[] = []
  await work('a')
  for (const { name, text } of texts) {
    let leastMs = await referenceMsOf(maxMs, () => work(text))
    // A pause of the garbage collector is no property of the text.
    if (leastMs > maxMs && leastMs < 20 * maxMs)
      leastMs = Math.min(leastMs, await referenceMsOf(maxMs, () => work(text)))
    if (leastMs > maxMs) slow.push(`${name}: ${Math.round(leastMs)} ms`)
  }
  return slow
}
