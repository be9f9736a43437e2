import { defineApiRoute } from '../utils/define-api-route'

export default defineApiRoute({
  role: 'user',
  handler: ({ services }) => services.providers.listModels(),
})
