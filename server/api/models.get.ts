import { defineApiRoute } from '../utils/define-api-route'

export default defineApiRoute({
  role: 'user',
  handler: async ({ services }) => ({ items: await services.providers.listModels() }),
})
