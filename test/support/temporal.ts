import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    temporalAddress: string
    temporalNamespace: string
  }
}

/** The Temporal of this test run, which all tests share. Accounts keep them apart, through task queues and workflow ids. */
export const testTemporal = (): { address: string; namespace: string } => ({
  address: inject('temporalAddress'),
  namespace: inject('temporalNamespace'),
})
