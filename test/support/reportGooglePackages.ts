import { registerHooks } from 'node:module'

// Loaded with --import: prints each of Google's packages that a process loads to its standard error.
registerHooks({
  load: (url, context, next) => {
    if (/\/node_modules\/(?:@googleapis|google-auth-library|googleapis-common|gaxios)\//.test(url))
      process.stderr.write(`loaded ${url}\n`)
    return next(url, context)
  },
})
