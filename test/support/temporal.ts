import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    temporalAddress: string
    temporalNamespace: string
  }
}

/**
 * The Temporal server that all tests of a run share. Task queues and workflow ids contain the account, so tests do not
 * collide.
 */
export const testTemporal = (): { address: string; namespace: string } => ({
  address: inject('temporalAddress'),
  namespace: inject('temporalNamespace'),
})
