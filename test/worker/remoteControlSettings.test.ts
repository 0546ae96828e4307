import { expect, it } from 'vitest'
import { ConfigError } from '../../platform/environment.ts'
import { loadWorkerConfig } from '../../worker/context/config.ts'

const load = (env: Record<string, string>) =>
  loadWorkerConfig({ KITROOM_DATA_DIR: '/nonexistent', KITROOM_API_KEY: `sk_studio_${'a'.repeat(49)}`, ...env })
    .remoteControl

it('the control plane for other machines is off without a port, and needs names', () => {
  expect(load({})).toBeUndefined()
  expect(load({ KITROOM_CONTROL_NAMES: 'worker.example', KITROOM_CONTROL_HOST: '0.0.0.0' })).toBeUndefined()
  expect(
    load({
      KITROOM_CONTROL_PORT: '4102',
      KITROOM_CONTROL_NAMES: 'Worker.example, 10.0.0.5,[::1]',
      KITROOM_TRUSTED_PROXIES: '10.0.0.0/8',
    }),
  ).toEqual({
    host: '127.0.0.1',
    port: 4102,
    names: ['worker.example', '10.0.0.5', '[::1]'],
    trustedProxies: ['10.0.0.0/8'],
  })
  expect(() => load({ KITROOM_CONTROL_PORT: '4102' })).toThrow(ConfigError)
  expect(() => load({ KITROOM_CONTROL_PORT: '4102' })).toThrow('KITROOM_CONTROL_PORT needs KITROOM_CONTROL_NAMES')
})

it.each([
  '*',
  'worker.example:443',
  'https://worker.example',
  '*.example',
  'a b',
  'worker.example,',
  '.example',
  '::1',
  '[g]',
])('the name %s is refused', (names) => {
  expect(() => load({ KITROOM_CONTROL_PORT: '4102', KITROOM_CONTROL_NAMES: names })).toThrow(
    'KITROOM_CONTROL_NAMES: must be host names',
  )
})
