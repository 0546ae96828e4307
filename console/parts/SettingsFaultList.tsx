import { List } from '@mantine/core'
import type { ApiProblem } from '../api/problem.ts'
import { useSay } from '../base/useSay.ts'

/** Shows the faults of kitroom.yaml. In English the error's own sentence has them. */
export function SettingsFaultList({ problem }: { problem: ApiProblem }) {
  const say = useSay()
  return (
    <List size="sm" mt={4}>
      {problem.settingsFaults.map(({ detail, sentences }) => (
        <List.Item key={detail} className="wrap">
          {say(detail, sentences).text}
        </List.Item>
      ))}
    </List>
  )
}
