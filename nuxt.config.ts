import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dependencies } from './package.json'

/** Files that the running server reads from disk; they are laid beside the bundle under their own relative paths. */
const FILES_BESIDE_THE_BUNDLE = [
  'drizzle',
  'server/tools/plugins/sqlite/query-child.mjs',
  'server/tools/plugins/sqlite/query-watcher.mjs',
  'server/store/sqlite/checkpoint-worker.mjs',
]

/** Parts of Comark that a model's answer never needs, and what stands in for them; they would be a quarter of the chat's first load. */
const LEFT_OUT_OF_THE_BROWSER: Readonly<Record<string, string>> = {
  'js-yaml': 'without-front-matter',
  'htmlparser2': 'without-html',
  'entities': 'decode-entities',
}

/** A native module, and packages that do not work in a bundle. */
const LOADED_FROM_FILES = ['ajv', 'ajv-formats', 'better-sqlite3', 'safe-stable-stringify', 'undici']

export default defineNuxtConfig({
  modules: ['@nuxt/eslint', '@nuxt/ui', '@comark/nuxt', 'nuxt-security', '@nuxt/test-utils/module'],
  imports: { dirs: ['utils/wording'] },
  devtools: { enabled: false },
  app: {
    head: {
      title: 'Patchbay',
      htmlAttrs: { lang: 'en' },
      link: [{ rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' }],
    },
  },
  css: ['~/assets/css/main.css'],
  // Our markdown has a look of its own.
  ui: { fonts: false, prose: false },
  // Answered by the plugin `lost-scripts`, which asks first whether there is a server to reload from.
  experimental: { emitRouteChunkError: 'manual' },
  compatibilityDate: '2026-11-01',
  nitro: {
    compressPublicAssets: { gzip: true, brotli: true },
    externals: {
      inline: [
        // Loaded from their own hundreds of files, they cost most of a second at each start.
        ...Object.keys(dependencies).filter(name => !LOADED_FROM_FILES.includes(name)), '@opentelemetry/api',
        // Outside of the bundle it warns of each unknown path in the log, unless NODE_ENV is set at run time.
        'vue-router',
      ],
    },
    hooks: {
      compiled(nitro) {
        for (const path of FILES_BESIDE_THE_BUNDLE) {
          cpSync(join(nitro.options.rootDir, path), join(nitro.options.output.serverDir, path), { recursive: true })
        }
      },
    },
  },
  vite: {
    plugins: [{
      name: 'patchbay:lean-markdown',
      enforce: 'pre',
      applyToEnvironment: environment => environment.name === 'client',
      resolveId(id) {
        const substitute = LEFT_OUT_OF_THE_BROWSER[id]
        return substitute && fileURLToPath(new URL(`./app/markdown/${substitute}.ts`, import.meta.url))
      },
    }],
  },
  telemetry: false,
  eslint: { config: { stylistic: true } },
  icon: { provider: 'none', serverBundle: 'local', clientBundle: { scan: true } },
  security: {
    removeLoggers: false,
    // Log-in and chat have their own limiter: this one trusts X-Forwarded-For and answers page loads with 429.
    rateLimiter: false,
    // Refuses any message that holds `<script>`. We escape on output instead.
    xssValidator: false,
    corsHandler: false,
    // The API wrapper bounds each body itself, and answers in the API's error shape.
    requestSizeLimiter: false,
    headers: {
      strictTransportSecurity: false,
      crossOriginEmbedderPolicy: false,
      contentSecurityPolicy: {
        'default-src': ['\'self\''],
        'base-uri': ['\'none\''],
        'connect-src': ['\'self\''],
        'font-src': ['\'self\''],
        'form-action': ['\'self\''],
        'frame-ancestors': ['\'none\''],
        'img-src': ['\'self\'', 'data:', 'blob:'],
        'object-src': ['\'none\''],
        'script-src-attr': ['\'none\''],
        'script-src': ['\'self\'', '\'strict-dynamic\'', '\'nonce-{{nonce}}\''],
        'style-src': ['\'self\'', '\'unsafe-inline\''],
        'upgrade-insecure-requests': false,
      },
    },
  },
})
