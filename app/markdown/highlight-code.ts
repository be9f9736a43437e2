import { createHighlighterCore, type HighlighterCore, type LanguageInput } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'

interface CodeToken { readonly text: string, readonly style: Readonly<Record<string, string>> }
export type CodeLine = readonly CodeToken[]

const LANGUAGES: Readonly<Record<string, LanguageInput>> = {
  bash: () => import('shiki/langs/bash.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  javascript: () => import('shiki/langs/javascript.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
}
const ALIASES: Readonly<Record<string, string>> = {
  js: 'javascript', jsx: 'javascript', mjs: 'javascript', ts: 'typescript', tsx: 'typescript', py: 'python', rs: 'rust',
  sh: 'bash', shell: 'bash', zsh: 'bash', yml: 'yaml', jsonc: 'json', json5: 'json',
}

let highlighter: Promise<HighlighterCore> | undefined

/** Coloured tokens by line, as style values for both themes; `null` for a language we do not know. */
export async function highlightCode(code: string, language: string): Promise<readonly CodeLine[] | null> {
  const name = ALIASES[language.toLowerCase()] ?? language.toLowerCase()
  const grammar = LANGUAGES[name]
  if (!grammar) return null
  highlighter ??= createHighlighterCore({
    themes: [import('shiki/themes/github-light-high-contrast.mjs'), import('shiki/themes/github-dark-default.mjs')],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  })
  const shiki = await highlighter
  await shiki.loadLanguage(grammar)
  const { tokens } = shiki.codeToTokens(code, {
    lang: name, themes: { light: 'github-light-high-contrast', dark: 'github-dark-default' }, defaultColor: false,
  })
  return tokens.map(line => line.map(token => ({ text: token.content, style: styleOf(token.htmlStyle) })))
}

function styleOf(style: string | Record<string, string> | undefined) {
  return typeof style === 'object' ? style : {}
}
