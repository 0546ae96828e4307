import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    temporalAddress: string
    temporalNamespace: string
  }
}

/** The one Temporal of this test run, started by globalSetup. Tests share it: keep apart by account, hence by task queue and workflow ids. */
export const testTemporal = (): { address: string; namespace: string } => ({
  address: inject('temporalAddress'),
  namespace: inject('temporalNamespace'),
})
