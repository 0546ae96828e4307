import { useQuery } from '@tanstack/react-query'
import { ownProfileQuery } from '../../api/ownerQueries.ts'
import { useRights } from '../../api/session.ts'
import { useSaveCount } from '../../parts/useSaveCount.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { Fact } from '../../parts/Entry.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { PageSkeleton } from '../../parts/PageSkeleton.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { partNames, pathOf, profileParts, toFormTexts, toVersion, type OwnProfile } from './profileFields.ts'

function ProfileFacts({ own }: { own: OwnProfile }) {
  const { profile: texts, none } = useTexts()
  const format = useFormat()
  const values = toFormTexts(toVersion(own), format)
  return partNames.map((part) => (
    <Panel key={part} title={texts.parts[part]}>
      <dl className="facts">
        {profileParts[part].map((name) => (
          <Fact key={name} term={texts.fields[name]}>
            {values[pathOf(part, name)] || none}
          </Fact>
        ))}
      </dl>
    </Panel>
  ))
}

/** Shows the studio's owner, currency and time zone, and the prefix of its invoices. */
export function ProfilePage() {
  const { profile: texts } = useTexts()
  const { ownerCan } = useRights()
  const { saves, onSaved } = useSaveCount()
  const { data, error, isPending, refetch } = useQuery(ownProfileQuery)
  return (
    <>
      <PageHead title={texts.title} note={texts.note} />
      <div className="stack">
        {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
        {isPending && <PageSkeleton />}
        {data &&
          (ownerCan('profile:write') ? (
            <ProfileForm key={saves} own={data} onSaved={() => void onSaved()} />
          ) : (
            <ProfileFacts own={data} />
          ))}
      </div>
    </>
  )
}
