import { definePlugin, type PluginContext, type ToolSource } from '../define-plugin'
import { createListDirectoryTool } from './list-directory'
import { createReadFileTool } from './read-file'
import { createSearchFilesTool } from './search-files'
import { createWriteFileTool } from './write-file'

/** Reads and writes files inside the workspace, and nowhere else. */
export function createFilesystemPlugin({ workspaceRoots }: PluginContext): ToolSource {
  return definePlugin('filesystem', 'Files', [
    createReadFileTool(workspaceRoots),
    createWriteFileTool(workspaceRoots),
    createListDirectoryTool(workspaceRoots),
    createSearchFilesTool(workspaceRoots),
  ])
}
