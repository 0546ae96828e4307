/** Category of accessories that an account has added. */
export interface GearCategoryRow {
  account_id: string
  id: string
  name: string
  label: string
  created_at: string
  updated_at: string
}
