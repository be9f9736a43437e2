import { answerApprovalSchema } from '#shared/run'
import { defineApiRoute } from '#server/utils/define-api-route'
import { idParams } from '#server/utils/route-params'

export default defineApiRoute({
  role: 'user',
  params: idParams,
  body: answerApprovalSchema,
  handler: ({ actor, params, body, services }) => services.runs.answerApproval(actor, params.id, body),
})
