import { definePlugin, type PluginContext, type ToolSource } from '../define-plugin'
import { createListDirectoryTool } from './create-list-directory-tool'
import { createReadFileTool } from './create-read-file-tool'
import { createSearchFilesTool } from './create-search-files-tool'
import { createWriteFileTool } from './create-write-file-tool'

/** Reads and writes files inside the workspace, and nowhere else. */
export function createFilesystemPlugin({ workspaceRoots }: PluginContext): ToolSource {
  return definePlugin('filesystem', 'Files', [
    createReadFileTool(workspaceRoots),
    createWriteFileTool(workspaceRoots),
    createListDirectoryTool(workspaceRoots),
    createSearchFilesTool(workspaceRoots),
  ])
}
