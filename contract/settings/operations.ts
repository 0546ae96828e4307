import type { ApiOperation } from '../operation.ts'
import { exportAudit, listAudit, verifyAudit } from './audit.ts'
import { getCaller } from './caller.ts'
import { createCategory, deleteCategory, listOwnCategories, updateCategory } from './categories.ts'
import { createDocument, deleteDocument, getOwnDocument, listOwnDocuments, updateDocument } from './documents.ts'
import { listEvents } from './events.ts'
import { createField, deleteField, listOwnFields, updateField } from './fields.ts'
import { createKey, getKey, listKeys, revokeKey, rotateKey } from './keys.ts'
import { getOwnProfile, updateProfile } from './profile.ts'
import { endSession, listSessions } from './sessions.ts'
import { getSubscription, updateSubscription } from './subscription.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  replayWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from './webhooks.ts'

export const SETTINGS_BASE = '/settings/v1'

export const settingsOperations = [
  listKeys,
  getKey,
  createKey,
  rotateKey,
  revokeKey,
  getCaller,
  listSessions,
  endSession,
  listOwnDocuments,
  getOwnDocument,
  createDocument,
  updateDocument,
  deleteDocument,
  getOwnProfile,
  updateProfile,
  getSubscription,
  updateSubscription,
  listAudit,
  exportAudit,
  verifyAudit,
  listEvents,
  listWebhooks,
  getWebhook,
  createWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listDeliveries,
  replayWebhook,
  listOwnFields,
  createField,
  updateField,
  deleteField,
  listOwnCategories,
  createCategory,
  updateCategory,
  deleteCategory,
] as const satisfies readonly ApiOperation[]
