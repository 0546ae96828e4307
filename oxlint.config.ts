import { defineConfig } from 'oxlint'

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise', 'node', 'vitest', 'react', 'jsx-a11y'],
  jsPlugins: ['./tools/lint/plugin.ts'],
  options: { typeAware: true },
  categories: { correctness: 'error', suspicious: 'error' },
  rules: {
    'kitroom/floors': 'error',
    'kitroom/import-walls': 'error',
    'kitroom/no-dialect-branch': 'error',
    'kitroom/plain-words': 'error',
    'kitroom/no-tuple-expectations': 'error',
    'max-lines': ['error', { max: 300, skipBlankLines: false, skipComments: false }],
    'max-lines-per-function': ['error', { max: 60, skipBlankLines: false, skipComments: false }],
    'no-nested-ternary': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-restricted-imports': [
      'error',
      {
        paths: [
          {
            name: 'node:http',
            allowTypeImports: true,
            message: 'Import platform/http/nodeHttp.ts, which needs up to 16 MB less.',
          },
        ],
      },
    ],
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'no-console': 'error',
    'node/no-process-env': 'error',
    'unicorn/no-process-exit': 'error',
    // A message beside the value names the case; a condition that is waited for is asserted.
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'until'] }],
    'vitest/consistent-test-it': ['error', { fn: 'it', withinDescribe: 'it' }],
    'no-await-in-loop': 'off',
    'no-underscore-dangle': 'off',
    'no-shadow': 'off',
    'no-control-regex': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/no-array-reverse': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/prefer-add-event-listener': 'off',
    'import/no-unassigned-import': 'off',
    'react/react-in-jsx-scope': 'off',
    // Tables of which only the rows on the screen exist cannot be table elements.
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/no-autofocus': 'off',
    'jsx-a11y/no-noninteractive-element-interactions': 'off',
    'react/incompatible-library': 'off',
    'promise/always-return': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/consistent-return': 'off',
  },
  overrides: [
    { files: ['bin/**', 'cli/**', 'local/**', 'test/**', 'tools/**'], rules: { 'no-console': 'off' } },
    { files: ['*.config.ts', 'tools/lint/plugin.ts'], rules: { 'import/no-default-export': 'off' } },
    {
      files: [
        '**/main.ts',
        '**/config.ts',
        'server/operator/**',
        'worker/operator/**',
        'tools/bench/**',
        'test/**',
        'cli/**',
        'local/**',
        'bin/**',
      ],
      rules: { 'unicorn/no-process-exit': 'off', 'node/no-process-env': 'off' },
    },
    { files: ['test/**'], rules: { 'max-lines-per-function': 'off' } },
    { files: ['tools/bench/**', 'test/**'], rules: { 'typescript/no-restricted-imports': 'off' } },
    { files: ['test/**'], rules: { 'kitroom/no-test-clock': 'error' } },
    { files: ['test/support/wait.ts', 'test/**/*.measure.test.ts'], rules: { 'kitroom/no-test-clock': 'off' } },
    // Programs that record histories.
    { files: ['test/workflows/replay/*.ts'], rules: { 'kitroom/no-test-clock': 'off' } },
    // A BroadcastChannel has no target origin.
    { files: ['console/shell/followChanges.ts'], rules: { 'unicorn/require-post-message-target-origin': 'off' } },
    // All texts of a language are one file, for its translator.
    { files: ['console/texts/**'], rules: { 'max-lines': 'off' } },
  ],
})
