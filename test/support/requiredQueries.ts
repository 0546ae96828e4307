/** Queries of the paths whose query parameters are required. */
export const requiredQueries: Readonly<Record<string, string>> = {
  '/api/v1/analytics/months': '?from=2026-01&to=2026-03',
  '/api/v1/gear/suggestions': '?field=asset_tag',
}
