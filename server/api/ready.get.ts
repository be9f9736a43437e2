import { defineApiRoute } from '../utils/define-api-route'

export default defineApiRoute({
  role: 'public',
  handler: async ({ services }) => {
    await services.store.checkWritable()
    return { status: 'ready' }
  },
})
