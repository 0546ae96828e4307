import { lazyRouteComponent as createLazyComponent } from '@tanstack/react-router'

/** The code of a page did not arrive: the server is down, or has other files after an update. */
export class PageNotLoaded extends Error {
  override name = 'PageNotLoaded'
}

/**
 * Loads a page when it is opened. Without its code, the router would reload the tab and lose it while the server is
 * down. This shows the error instead (RouteErrorNote).
 */
export const lazyRouteComponent: typeof createLazyComponent = (importer, name) =>
  createLazyComponent(async () => {
    try {
      return await importer()
    } catch (error) {
      throw new PageNotLoaded('the code of a page did not arrive', { cause: error })
    }
  }, name)
