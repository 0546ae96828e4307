import type { Gear } from '../../contract/api/gear.ts'

export const formatGearName = ({ brand, model, asset_tag: tag }: Pick<Gear, 'brand' | 'model' | 'asset_tag'>): string =>
  tag === null ? `${brand} ${model}` : `${brand} ${model} (${tag})`
