import { lazyRouteComponent as createLazyComponent } from '@tanstack/react-router'

/** A page whose code did not arrive: the server is away, or has other files since an update. */
export class PageNotLoaded extends Error {
  override name = 'PageNotLoaded'
}

/**
 * Loads a page when it is opened. The router would reload the whole tab when the code is missing, which loses it while the server is away; this says
 * what is wrong instead (RouteErrorNote).
 */
export const lazyRouteComponent: typeof createLazyComponent = (importer, name) =>
  createLazyComponent(async () => {
    try {
      return await importer()
    } catch (error) {
      throw new PageNotLoaded('the code of a page did not arrive', { cause: error })
    }
  }, name)
