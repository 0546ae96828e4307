import { describe, expect, it } from 'vitest'
import { utf16Limit } from '../../../messages/channels/content.ts'
import { renderPlain } from '../../../messages/channels/renderPlain.ts'
import { summarizeReminders } from '../../../activities/notify/summarizeReminders.ts'
import { addDays } from '../../../platform/studioDay.ts'
import { answerable, deliveryOf, messageOf } from '../../support/channels.ts'
import { notificationKinds } from '../../../activities/kinds.ts'

const TODAY = '2027-03-16'
/** Days from today, two of each section of a digest. */
const DAYS = [-9, -1, 0, 0, 1, 7, 8, 400]
const HEADINGS = ['OVERDUE', 'TODAY', 'WITHIN A WEEK', 'LATER']
const MAX_CHARACTERS = 2000

const messages = answerable(
  DAYS.map((days, index) =>
    messageOf({ subject: `item-000${index}`, title: `Title ${index}`, dueOn: addDays(TODAY, days) }),
  ),
)

function renderDigest(max: number, isDigest = true): string {
  const summary = summarizeReminders(notificationKinds, messages, { today: TODAY, isDigest })
  return renderPlain(deliveryOf(messages, { summary }), { title: utf16Limit(100), body: utf16Limit(max) }).body
}

describe('a digest', () => {
  it('has a heading before the messages of each section', () => {
    const lines = renderDigest(MAX_CHARACTERS).split('\n')
    const about = lines.filter((line) => HEADINGS.includes(line) || line.startsWith('Title'))
    const titleOf = (index: number): string => `Title ${index} [tem-000${index}]`
    expect(about).toEqual(HEADINGS.flatMap((heading, index) => [heading, titleOf(2 * index), titleOf(2 * index + 1)]))
    expect(lines.filter((line) => line.startsWith('Ends on'))).toHaveLength(DAYS.length)
  })

  it('has none as a message of what is due', () => {
    for (const heading of HEADINGS) expect(renderDigest(MAX_CHARACTERS, false)).not.toContain(heading)
  })

  it('is within every limit, counts exactly what it leaves out, and has no heading without a message', () => {
    const intro = renderDigest(MAX_CHARACTERS).split('\n\n')[0] ?? ''
    const numbers = new Set<number>()
    for (let max = intro.length + 30; max < MAX_CHARACTERS; max++) {
      const body = renderDigest(max)
      expect(body.length).toBeLessThanOrEqual(max)
      const listed = body.match(/^Title \d/gm)?.length ?? 0
      const more = Number(/^and (\d+) more$/m.exec(body)?.[1] ?? 0)
      expect({ max, shown: listed + more }).toEqual({ max, shown: DAYS.length })
      expect(HEADINGS.filter((heading) => body.split('\n').includes(heading))).toEqual(
        HEADINGS.slice(0, Math.ceil(listed / 2)),
      )
      numbers.add(listed)
    }
    expect(numbers.size).toBe(DAYS.length + 1)
  })
})

it('commands are left out where they would take more than half of the room', () => {
  const [one] = answerable([messageOf()])
  if (!one) throw new Error('no message')
  const render = (max: number): string =>
    renderPlain(deliveryOf([one]), { title: utf16Limit(100), body: utf16Limit(max) }).body
  const commands = render(1000).slice('Ends on: 2027-04-04'.length)
  expect(commands).toContain('kitroom reminders snooze')
  expect(render(2 * commands.length)).toContain(commands)
  expect(render(2 * commands.length - 1)).toBe('Ends on: 2027-04-04')
})
