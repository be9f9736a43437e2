import type { CallIdRule } from '../kit/messages/call-ids'

/** The service refuses a longer `call_id`: github.com/diegosouzapw/OmniRoute/pull/4317 */
export const CALL_ID_RULE: CallIdRule = { allowed: /[a-zA-Z0-9_-]/, minLength: 1, maxLength: 64 }
