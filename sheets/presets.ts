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
  /** Meaning of columns about where items are: filled for gear that is gone, or that somebody has. */
  presence?: Readonly<Record<string, 'gone' | 'out' | 'nothing'>>
  /** Headers that few other programs write. So many of them tell that this program wrote the file. */
  signs: readonly string[]
  minSigns: number
  statusWords?: Readonly<Record<string, 'available' | 'in_use' | 'maintenance' | 'retired'>>
}

export const presetNames = ['snipe-it', 'homebox', 'shelf'] as const
export type PresetName = (typeof presetNames)[number]

/** Presets from exports of these programs; test/sheets/fixtures/exports/README.md lists the sources. */
export const presets: Readonly<Record<PresetName, Preset>> = {
  'snipe-it': {
    signs: [
      'Asset Name',
      'Model No.',
      'Default Location',
      'Checked Out',
      'Checked Out To',
      'Purchase Cost',
      'Order Number',
      'Warranty Expires',
      'EOL',
      'Diff',
      'Fully Depreciated',
      'Company',
    ],
    minSigns: 5,
    columns: {
      'Default Location': 'storage_location',
      // These columns are the borrower, the state of an address and the depreciation.
      Type: 'ignore',
      State: 'ignore',
      Value: 'ignore',
      'Current Value': 'ignore',
    },
    weak: { Location: 'storage_location' },
    presence: {
      'Checked Out': 'out',
      'Checked Out To': 'out',
      // The date of the last checkout stays when the item is back.
      'Checkout Date': 'nothing',
      'Last Checkout Date': 'nothing',
      'Expected Checkin Date': 'nothing',
      'Last Checkin Date': 'nothing',
      'Checkin Date': 'nothing',
      // The day on which its months end, whether it is still there or not.
      EOL: 'nothing',
      'EOL Date': 'nothing',
      'Asset EOL Date': 'nothing',
      Checkouts: 'nothing',
      Checkins: 'nothing',
    },
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
    signs: [
      'HB.asset_id',
      'HB.name',
      'HB.description',
      'HB.location',
      'HB.tags',
      'HB.labels',
      'HB.manufacturer',
      'HB.quantity',
      'HB.import_ref',
      'HB.serial_number',
      'HB.model_number',
      'HB.notes',
    ],
    minSigns: 3,
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
    presence: {
      'HB.sold_date': 'gone',
      'HB.sold_time': 'gone',
      'HB.sold_to': 'gone',
      'HB.archived': 'gone',
      // These are filled for sold items too, and 0 for all others.
      'HB.sold_price': 'nothing',
      'HB.sold_notes': 'nothing',
    },
  },
  shelf: {
    signs: [
      'QR ID',
      'Tracking method',
      'Available to book',
      'Asset model',
      'Custody',
      'Total value',
      'Asset ID',
      'bookable',
      'valuation',
      'assetModel',
      'custodian',
      'minQuantity',
      'unitOfMeasure',
      'consumptionType',
      'kit',
    ],
    minSigns: 4,
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
    presence: {
      custodian: 'out',
      Custody: 'out',
      bookable: 'nothing',
      'Available to book': 'nothing',
      'Upcoming Bookings': 'nothing',
    },
    notesFrom: ['kit', 'tags', 'assetModel'],
    customField: /^cf:\s*(.+?)\s*,\s*type:\s*\w+$/i,
  },
}
