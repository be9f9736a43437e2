import type { PluginContext } from './plugins/define-plugin'
import { createFileLocator } from './workspace/file-locator'
import { createWorkspace } from './workspace/workspace'

interface PluginFolders {
  readonly workspaceRoots: readonly string[]
  readonly databaseDirectory: string
  /** Holds the files that lie beside the bundle: the repository root in development. */
  readonly appDirectory: string
  readonly weatherSource: PluginContext['weatherSource']
}

/** The only place that knows the paths of these folders and hands their content to plugins. */
export function createPluginContext({ workspaceRoots, databaseDirectory, appDirectory, weatherSource }: PluginFolders): PluginContext {
  return {
    workspace: createWorkspace(workspaceRoots),
    databaseFiles: createFileLocator(databaseDirectory),
    programFiles: createFileLocator(appDirectory),
    weatherSource,
  }
}
