import type { ToolSource } from '#server/tools/plugins/define-plugin'
import { createPluginContext } from '#server/tools/create-plugin-context'
import { createCalculatorPlugin } from '#server/tools/plugins/calculator/create-calculator-plugin'
import { createFilesystemPlugin } from '#server/tools/plugins/filesystem/create-filesystem-plugin'
import { createWeatherPlugin } from '#server/tools/plugins/weather/create-weather-plugin'

/** The server's own tools, so that the work of a call is the same everywhere and only what is around it differs. */
export function createBenchTools(workspace: string): readonly ToolSource[] {
  const context = createPluginContext({
    workspaceRoots: [workspace], databaseDirectory: workspace, appDirectory: workspace, weatherSource: 'auto',
  })
  return [createCalculatorPlugin(context), createFilesystemPlugin(context), createWeatherPlugin(context)]
}
