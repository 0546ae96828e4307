import type { Run } from '../../contract/control.ts'
import type { Terminal } from './terminal.ts'

const WIDTH = 30
const STEP_PERCENT = 10

const WORDS: Readonly<Record<Run['progress']['phase'], string>> = {
  reading: 'Reading the sheet',
  listing: 'Reading the inventory',
  planning: 'Comparing',
  waiting: 'Waiting for a decision',
  applying: 'Writing',
  done: 'Done',
}

function bar(done: number, total: number): string {
  const filled = total > 0 ? Math.round((Math.min(done, total) / total) * WIDTH) : 0
  return `[${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}]`
}

/** Shows progress: a bar on a terminal, else a line per phase and tenth. */
export function createProgress(terminal: Terminal): { show(run: Run): void; end(): void } {
  let shown = ''
  const plain = ({ progress: { phase, done, total } }: Run): void => {
    const step = total > 0 ? Math.floor((done / total) * (100 / STEP_PERCENT)) * STEP_PERCENT : 0
    if (shown === `${phase} ${step}`) return
    shown = `${phase} ${step}`
    if (phase !== 'waiting' && phase !== 'done') terminal.note(total > 0 ? `${WORDS[phase]}: ${done} of ${total}` : WORDS[phase])
  }
  const drawn = ({ progress: { phase, done, total } }: Run): void => {
    const count = total > 0 ? ` ${bar(done, total)} ${done} of ${total}` : ' …'
    if (phase !== 'waiting' && phase !== 'done') terminal.redraw(`${WORDS[phase]}${count}`)
  }
  return { show: terminal.live ? drawn : plain, end: () => terminal.redraw('') }
}
