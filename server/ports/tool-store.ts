import type { ApprovalMode } from '#shared/tool'

/** What an admin decided about a tool; absent fields follow the defaults of the registry. */
export interface ToolSettingRow {
  /** `<source id>/<original name>`: stays right when the exposed name changes. */
  readonly toolId: string
  readonly enabled?: boolean
  readonly approval?: ApprovalMode
  readonly strict?: boolean
}

export interface ToolStore {
  listSettings(): Promise<readonly ToolSettingRow[]>
  saveSetting(row: ToolSettingRow): Promise<void>
}
