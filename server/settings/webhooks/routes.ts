import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  NewWebhook,
  Replay,
  replayWebhook,
  rotateWebhookSecret,
  SecretRotation,
  TestRequest,
  testWebhook,
  updateWebhook,
  WebhookPatch,
} from '../../../contract/settings/webhooks.ts'
import { bindRead, bindWrite, type Route } from '../../http/route.ts'
import { checkBody } from '../../http/checkBody.ts'
import { createAccountWebhook } from './create.ts'
import { listAccountDeliveries } from './deliveries.ts'
import { getAccountWebhook } from './get.ts'
import { listAccountWebhooks } from './list.ts'
import { removeAccountWebhook } from './remove.ts'
import { replayEvents } from './replay.ts'
import { rotateSecret } from './rotate.ts'
import { testAccountWebhook } from './test.ts'
import { updateAccountWebhook } from './update.ts'

export const webhookRoutes: Route[] = [
  bindRead(listWebhooks, listAccountWebhooks),
  bindRead(getWebhook, getAccountWebhook),
  bindWrite(createWebhook, checkBody(NewWebhook), createAccountWebhook),
  bindWrite(updateWebhook, checkBody(WebhookPatch), updateAccountWebhook),
  bindWrite(deleteWebhook, () => undefined, removeAccountWebhook),
  bindWrite(rotateWebhookSecret, checkBody(SecretRotation), rotateSecret),
  bindWrite(testWebhook, checkBody(TestRequest), testAccountWebhook),
  bindRead(listDeliveries, listAccountDeliveries),
  bindWrite(replayWebhook, checkBody(Replay), replayEvents),
]
