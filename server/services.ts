import type { AccessService } from './access/access-service'
import type { Config } from './config'
import type { Store } from './ports/store'
import type { ProviderService } from './settings/provider-service'

/** Everything a request may use. */
export interface Services {
  readonly config: Config
  readonly store: Store
  readonly access: AccessService
  readonly providers: ProviderService
}
