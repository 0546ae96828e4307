/** A document as stored and replied, members in the order of the contract. */
export interface DocumentRecord {
  id: string
  type: 'receipt' | 'warranty' | 'insurance' | 'user_manual'
  title: string
  gear_id: string | null
  gear_type: string | null
  provider: string | null
  reference_number: string | null
  issued_on: string | null
  expires_on: string | null
  amount: number | null
  file_name: string | null
  notes: string | null
  /** `gear`: follows a gear item's warranty fields. `settings`: made by a person. */
  source: 'gear' | 'settings'
  created_at: string
  updated_at: string
}
