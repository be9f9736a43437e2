import { z } from 'zod'

/** Parameters of a route that names one object. */
export const idParams = z.object({ id: z.uuid() })
