import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { loadConfig } from '../../config/config.ts'
import { STARTER_CONFIG } from '../../contract/control/starterConfig.ts'

it('the starter kitroom.yaml is valid, and sets nothing', () => {
  expect(loadConfig(STARTER_CONFIG)).toEqual(loadConfig(''))
})

it('every section of the starter kitroom.yaml is valid once it is uncommented', () => {
  const text = STARTER_CONFIG.replace('sources: []\n', '').replaceAll(/^# (?=[a-z ])/gm, '')
  const config = loadConfig(text)
  expect(config.sources.map(({ id }) => id)).toEqual(['main'])
  expect(config.reminders.channels.map(({ id }) => id)).toEqual(['mail'])
  expect(config.maintenance.plans.map(({ id }) => id)).toEqual(['sensor'])
  expect(config.warranty.steps).toEqual([60, 14, 0])
  expect(config.calendars.map(({ id, shows }) => [id, shows])).toEqual([
    ['team', 'shoots'],
    ['service', 'maintenance'],
  ])
})

it('the kitroom.yaml examples in the README are valid', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const blocks = [...readme.matchAll(/```yaml\n([^]*?)```/g)].map(([, block = '']) => block)
  expect(blocks).toHaveLength(2)
  const [sources, automations] = blocks.map((block) => loadConfig(block))
  expect(sources?.sources).toHaveLength(1)
  expect(automations?.maintenance.plans).toHaveLength(1)
  expect(automations?.reminders.channels).toHaveLength(1)
  expect(automations?.calendars).toHaveLength(2)
})
