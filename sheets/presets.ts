/** Rules for the headers of another program's export. */
export interface Preset {
  /** Target by header: a field, `quantity` or `ignore`. */
  columns: Readonly<Record<string, string>>
  /** Ambiguous headers. They are used only if no other column has the field. */
  weak?: Readonly<Record<string, string>>
  notesFrom: readonly string[]
  /** Matches headers of custom fields. The first group captures the field's name. */
  customField?: RegExp
  /** Separator of the tags in the type column. The tag that names a type becomes the type. */
  tagSeparator?: string
  /** Fields in which 0 means no value. */
  zeroIsBlank?: readonly string[]
  /** Columns that are filled for gear that is gone. */
  goneFrom?: readonly string[]
  statusWords?: Readonly<Record<string, 'available' | 'in_use' | 'maintenance' | 'retired'>>
}

export const presetNames = ['snipe-it', 'homebox', 'shelf'] as const
export type PresetName = (typeof presetNames)[number]

/** Presets from exports of these programs; test/sheets/fixtures/exports/README.md lists the sources. */
export const presets: Readonly<Record<PresetName, Preset>> = {
  'snipe-it': {
    columns: {
      'Default Location': 'storage_location',
      // These columns are the borrower, the state of an address and the depreciation.
      Type: 'ignore',
      State: 'ignore',
      Value: 'ignore',
      'Current Value': 'ignore',
    },
    weak: { Location: 'storage_location' },
    notesFrom: ['Asset Name', 'Model No.', 'Model Number', 'Company', 'Supplier', 'Order Number', 'Warranty'],
    statusWords: {
      'Ready to Deploy (deployable)': 'available',
      'Ready to Deploy (deployed)': 'in_use',
      'Out for Repair': 'maintenance',
      'Out for Repair (undeployable)': 'maintenance',
      'Out for Diagnostics': 'maintenance',
      'Out for Diagnostics (undeployable)': 'maintenance',
      'Archived (archived)': 'retired',
      'Broken - Not Fixable': 'retired',
      'Broken - Not Fixable (archived)': 'retired',
      'Broken - Not Fixable (undeployable)': 'retired',
      'Lost/Stolen': 'retired',
      'Lost/Stolen (archived)': 'retired',
      'Lost/Stolen (undeployable)': 'retired',
    },
  },
  homebox: {
    columns: {
      'HB.asset_id': 'asset_tag',
      'HB.name': 'model',
      'HB.manufacturer': 'brand',
      'HB.serial_number': 'serial_number',
      'HB.location': 'storage_location',
      'HB.quantity': 'quantity',
      'HB.purchase_price': 'purchase_price',
      'HB.purchase_date': 'purchase_date',
      'HB.purchase_time': 'purchase_date',
      'HB.warranty_expires': 'warranty_expires_on',
      'HB.notes': 'notes',
      'HB.tags': 'gear_type',
      'HB.labels': 'gear_type',
    },
    notesFrom: ['HB.tags', 'HB.labels', 'HB.description', 'HB.model_number', 'HB.purchase_from', 'HB.warranty_details'],
    customField: /^HB\.field\.(.+)$/i,
    tagSeparator: ';',
    zeroIsBlank: ['purchase_price'],
    goneFrom: ['HB.sold_date', 'HB.sold_to', 'HB.archived'],
  },
  shelf: {
    columns: {
      title: 'model',
      Name: 'model',
      category: 'gear_type',
      description: 'notes',
      valuation: 'replacement_value',
      Value: 'replacement_value',
      quantity: 'quantity',
      // This column says how Shelf counts the item.
      type: 'ignore',
      'Tracking method': 'ignore',
      minQuantity: 'ignore',
      'Total value': 'ignore',
    },
    notesFrom: ['kit', 'tags', 'assetModel'],
    customField: /^cf:\s*(.+?)\s*,\s*type:\s*\w+$/i,
  },
}
