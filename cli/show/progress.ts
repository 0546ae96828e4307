import type { Run } from '../../contract/control/control.ts'
import type { Terminal } from '../base/terminal.ts'

const BAR_WIDTH = 30
const STEP_PERCENT = 10

const PHASE_NAMES: Readonly<Record<Run['progress']['phase'], string>> = {
  reading: 'Reading the sheet',
  listing: 'Reading the inventory',
  planning: 'Comparing',
  waiting: 'Waiting for a decision',
  applying: 'Writing',
  done: 'Done',
}

function formatBar(done: number, total: number): string {
  const filled = total > 0 ? Math.round((Math.min(done, total) / total) * BAR_WIDTH) : 0
  return `[${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}]`
}

/** Shows progress: a bar on a terminal, else one line per phase and per 10 percent. */
export function createRunProgress(terminal: Terminal): { show(run: Run): void; end(): void } {
  let lastShown = ''
  const showLine = ({ progress: { phase, done, total } }: Run): void => {
    const percent = total > 0 ? Math.floor((done / total) * (100 / STEP_PERCENT)) * STEP_PERCENT : 0
    if (lastShown === `${phase} ${percent}`) return
    lastShown = `${phase} ${percent}`
    if (phase !== 'waiting' && phase !== 'done')
      terminal.printNote(total > 0 ? `${PHASE_NAMES[phase]}: ${done} of ${total}` : PHASE_NAMES[phase])
  }
  const showBar = ({ progress: { phase, done, total } }: Run): void => {
    const count = total > 0 ? ` ${formatBar(done, total)} ${done} of ${total}` : ' …'
    if (phase !== 'waiting' && phase !== 'done') terminal.redraw(`${PHASE_NAMES[phase]}${count}`)
  }
  return { show: terminal.canRedraw ? showBar : showLine, end: () => terminal.redraw('') }
}
