import { createContext } from 'react'
import type { Run } from '../../../../contract/control/control.ts'

/** The run whose rows are shown, if this person may answer its cells. */
export const AnsweredRun = createContext<Run | undefined>(undefined)
