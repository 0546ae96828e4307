import type { Gear } from '../contract/gear.ts'

/** What people know an item by: brand, model and asset tag. */
export const nameOfGear = ({ brand, model, asset_tag: tag }: Pick<Gear, 'brand' | 'model' | 'asset_tag'>): string =>
  tag === null ? `${brand} ${model}` : `${brand} ${model} (${tag})`
