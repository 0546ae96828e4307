import { ApiProblem } from './problem.ts'

/** Finds the fault of a field, or of a part of it, such as `scopes/0` of `scopes`. @param path of the field below the body or its `updates` */
export function faultOf(error: Error | null, path: string): string | undefined {
  if (!(error instanceof ApiProblem)) return undefined
  const found = error.faults.find(({ pointer = '', parameter }) => {
    const place = parameter ?? pointer.replace(/^#\/(?:updates\/)?/, '')
    return place === path || place.startsWith(`${path}/`)
  })
  return found?.detail
}
