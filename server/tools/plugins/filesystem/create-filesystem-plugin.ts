import { definePlugin, type PluginContext, type ToolSource } from '../define-plugin'
import { createListDirectoryTool } from './create-list-directory-tool'
import { createReadFileTool } from './create-read-file-tool'
import { createSearchFilesTool } from './create-search-files-tool'
import { createWriteFileTool } from './create-write-file-tool'

/** Reads and writes the files of the workspace. */
export function createFilesystemPlugin({ workspace }: PluginContext): ToolSource {
  return definePlugin('filesystem', 'Files', [
    createReadFileTool(workspace),
    createWriteFileTool(workspace),
    createListDirectoryTool(workspace),
    createSearchFilesTool(workspace),
  ])
}
