import type { ApiOperation } from './operation.ts'
import { exportAudit, listAudit, verifyAudit } from './settings/audit.ts'
import { getCaller } from './settings/caller.ts'
import { createDocument, deleteDocument, getOwnDocument, listOwnDocuments, updateDocument } from './settings/documents.ts'
import { listEvents } from './settings/events.ts'
import { createKey, getKey, listKeys, revokeKey, rotateKey } from './settings/keys.ts'
import { getOwnProfile, updateProfile } from './settings/profile.ts'
import { endSession, listSessions } from './settings/sessions.ts'
import { getSubscription, updateSubscription } from './settings/subscription.ts'
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
} from './settings/webhooks.ts'

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
] as const satisfies readonly ApiOperation[]
