import { existsSync, writeFileSync } from 'node:fs'

const STARTER = `# Which sheets Kitroom syncs. docs/sheets.md explains every setting; examples/kitroom.yaml is a working one.
sources: []
# sources:
#   - id: main                     # the name for: npm run kitroom -- sync plan main
#     file: ./inventory.xlsx       # an XLSX, CSV or TSV file; the path starts at this file's folder
#     key: asset_tag               # the column that tells items apart: asset_tag or serial_number
#     approve: manual              # manual: you approve each plan. auto: small plans write themselves
`

/** Writes a kitroom.yaml to begin with where there is none; resolves with whether it did. Never touches one that is there. */
export function writeStarterConfig(file: string): boolean {
  if (existsSync(file)) return false
  writeFileSync(file, STARTER, { flag: 'wx' })
  return true
}
