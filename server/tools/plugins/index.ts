import type { PluginContext, ToolSource } from './define-plugin'
import { createCalculatorPlugin } from './calculator/create-calculator-plugin'
import { createFilesystemPlugin } from './filesystem/create-filesystem-plugin'
import { createSqlitePlugin } from './sqlite/create-sqlite-plugin'
import { createWeatherPlugin } from './weather/create-weather-plugin'

/** THE register of plugins. To add one: an import, a line here, and the contract suite finds it. */
export const pluginFactories: readonly ((context: PluginContext) => ToolSource)[] = [
  createCalculatorPlugin,
  createFilesystemPlugin,
  createSqlitePlugin,
  createWeatherPlugin,
]
