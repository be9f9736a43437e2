import { defineApiRoute } from '../utils/define-api-route'

export default defineApiRoute({
  role: 'admin',
  handler: ({ services }) => ({ items: services.providers.listKinds() }),
})
