import { AppError } from '#server/errors'
import { defineApiRoute } from '../utils/define-api-route'

export default defineApiRoute({
  role: 'public',
  handler: ({ event }) => {
    throw new AppError('not-found', `The API has no ${event.method} ${event.path.split('?')[0]}.`)
  },
})
