import withNuxt from './.nuxt/eslint.config.mjs'

/** A drawer says nothing about what is in it; see the decision records. */
const FORBIDDEN_DRAWERS = ['utils', 'helpers', 'misc', 'common', 'types', 'constants', 'manager', 'base']

export default withNuxt(
  {
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': 'error',
      '@typescript-eslint/ban-ts-comment': 'error',
      'no-console': 'error',
      'no-empty': 'error',
      'max-depth': ['error', 3],
      '@stylistic/max-len': ['error', { code: 140, ignoreUrls: true, ignoreRegExpLiterals: true }],
      'no-restricted-imports': ['error', {
        patterns: [{ regex: `(^|/)(${FORBIDDEN_DRAWERS.join('|')})(\\.ts)?$`, message: 'Name the file after what it holds.' }],
      }],
    },
  },
  {
    files: ['app/**', 'server/**', 'shared/**', 'scripts/**'],
    rules: {
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // A composable is one function that holds its own small ones.
    files: ['app/composables/**'],
    rules: { 'max-lines-per-function': ['error', { max: 120, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: ['app/**/*.vue'],
    rules: { 'max-lines': ['error', { max: 200, skipBlankLines: true, skipComments: true }], 'max-lines-per-function': 'off' },
  },
  {
    files: ['tests/**/*.ts'],
    rules: { 'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: ['server/**/*.ts', 'shared/**/*.ts'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: { '@typescript-eslint/no-floating-promises': 'error', '@typescript-eslint/no-misused-promises': 'error' },
  },
)
