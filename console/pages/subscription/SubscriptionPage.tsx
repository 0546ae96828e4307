import { Alert, Button, Group, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { liveStatuses, tierFeatures } from '../../../contract/features.ts'
import { SubscriptionStatus, SubscriptionTier } from '../../../contract/subscriptionTiers.ts'
import type { getSubscription, Subscription, updateSubscription } from '../../../contract/settings/subscription.ts'
import { subscriptionQuery } from '../../api/ownerQueries.ts'
import { callSettings, etagOf } from '../../api/request.ts'
import { useRights } from '../../api/session.ts'
import { useSaveCount } from '../../parts/useSaveCount.ts'
import { findCrossed, useVersionedSave, type Version } from '../../api/versioned.ts'
import { useTexts } from '../../base/language.tsx'
import { useSentences } from '../../base/sentences.ts'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { PageSkeleton } from '../../parts/PageSkeleton.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { ValueConflict } from '../../parts/ValueConflict.tsx'

type Values = Pick<Subscription, 'tier' | 'status'>

const toVersion = (subscription: Subscription): Version => ({
  values: { tier: subscription.tier, status: subscription.status },
  etag: etagOf(subscription),
})

/** Describes the features of a tier, given its status. */
function useFeatureText(): (values: Values) => string {
  const { subscription: texts } = useTexts()
  return ({ tier, status }) => {
    const names = tierFeatures[tier].map((feature) => texts.features[feature])
    if (names.length === 0) return texts.noFeatures
    return liveStatuses.includes(status) ? texts.hasFeatures(names.join(', ')) : texts.pausedFeatures(names.join(', '))
  }
}

function useSaveSubscription(subscription: Subscription, onSaved: () => void) {
  return useVersionedSave(toVersion(subscription), {
    read: async () => toVersion((await callSettings<typeof getSubscription>('GET /subscription')).data),
    write: (updates, etag) =>
      callSettings<typeof updateSubscription>('PATCH /subscription', { body: { updates } }, { ifMatch: etag }),
    onSaved,
  })
}

function Conflict({ saving }: { saving: ReturnType<typeof useSaveSubscription> }) {
  const { subscription: texts } = useTexts()
  const names: Record<string, Record<string, string>> = { tier: texts.tiers, status: texts.statuses }
  const labels: Record<string, string> = { tier: texts.tier, status: texts.status }
  const { crossing } = saving
  if (!crossing) return null
  const toText = (name: string, value: unknown): string => names[name]?.[String(value)] ?? String(value)
  return (
    <ValueConflict
      fields={findCrossed(crossing).map((name) => ({
        name,
        label: labels[name] ?? name,
        yours: toText(name, crossing.updates[name]),
        theirs: toText(name, crossing.theirs.values[name]),
      }))}
      onClose={saving.cancel}
      onResolve={saving.resolve}
    />
  )
}

function SubscriptionForm({ subscription, onSaved }: { subscription: Subscription; onSaved: () => void }) {
  const { subscription: texts, save: saveText } = useTexts()
  const { faultOf } = useSentences()
  const [values, setValues] = useState<Values>({ tier: subscription.tier, status: subscription.status })
  const saving = useSaveSubscription(subscription, onSaved)
  const featureText = useFeatureText()
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        saving.save(values)
      }}
    >
      <div className="form-row">
        <Select
          label={texts.tier}
          data={SubscriptionTier.options.map((value) => ({ value, label: texts.tiers[value] }))}
          value={values.tier}
          allowDeselect={false}
          error={faultOf(saving.error, 'tier')}
          onChange={(tier) => setValues((before) => ({ ...before, tier: tier ?? before.tier }))}
        />
        <Select
          label={texts.status}
          data={SubscriptionStatus.options.map((value) => ({ value, label: texts.statuses[value] }))}
          value={values.status}
          allowDeselect={false}
          error={faultOf(saving.error, 'status')}
          onChange={(status) => setValues((before) => ({ ...before, status: status ?? before.status }))}
        />
      </div>
      <Alert color="gray" role="status">
        {featureText(values)}
      </Alert>
      {saving.error && <ErrorNote error={saving.error} />}
      <Group justify="flex-end">
        <Button type="submit" loading={saving.isSaving}>
          {saveText}
        </Button>
      </Group>
      <Conflict saving={saving} />
    </form>
  )
}

function SubscriptionFacts({ subscription }: { subscription: Subscription }) {
  const { subscription: texts } = useTexts()
  const featureText = useFeatureText()
  return (
    <dl className="facts">
      <dt>{texts.tier}</dt>
      <dd>{texts.tiers[subscription.tier]}</dd>
      <dt>{texts.status}</dt>
      <dd>{texts.statuses[subscription.status]}</dd>
      <dt>{texts.featuresTitle}</dt>
      <dd>{featureText(subscription)}</dd>
    </dl>
  )
}

/** Shows tier and status of the subscription, and their features. */
export function SubscriptionPage() {
  const { subscription: texts } = useTexts()
  const { ownerCan } = useRights()
  const { saves, onSaved } = useSaveCount()
  const { data, error, isPending, refetch } = useQuery(subscriptionQuery)
  return (
    <>
      <PageHead title={texts.title} note={texts.note} />
      <div className="stack">
        {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
        {isPending && <PageSkeleton />}
        {data && (
          <Panel
            title={texts.title}
            aside={
              <>
                {texts.changed} <Moment at={data.updated_at} />
              </>
            }
          >
            {ownerCan('subscription:write') ? (
              <SubscriptionForm key={saves} subscription={data} onSaved={() => void onSaved()} />
            ) : (
              <SubscriptionFacts subscription={data} />
            )}
          </Panel>
        )}
      </div>
    </>
  )
}
