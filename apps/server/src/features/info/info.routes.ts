import * as contract from '@gatewarden/contract/info';
import type { Router } from '../../platform/http/router.ts';
import type { Licence } from '../licence/index.ts';
import type { SettingsService } from '../settings/index.ts';

interface Dependencies {
  readonly version: string;
  readonly database: 'embedded' | 'external';
  readonly hasLocation: () => Promise<boolean>;
  readonly isSmtpConfigured: () => Promise<boolean>;
  /** Whether users can sign in at an OpenID provider. */
  readonly hasProvider: () => Promise<boolean>;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly licence: Pick<Licence, 'describeInfo' | 'describeEnterprise'>;
  /** @throws instance_key_replaced, database_unavailable, database_read_only, database_full */
  readonly requireReady: () => Promise<void>;
}

export function addInfoRoutes(router: Router, dependencies: Dependencies): void {
  const { version, database, hasLocation, isSmtpConfigured, hasProvider, settings, licence, requireReady } =
    dependencies;
  async function getLdapInfo() {
    const { ldap_enabled, ldap_uses_ad } = await settings.get();
    return { enabled: ldap_enabled, ad: ldap_enabled && ldap_uses_ad };
  }
  router.add(contract.getInfo, async () => ({
    version,
    database,
    network_present: await hasLocation(),
    smtp_enabled: await isSmtpConfigured(),
    license_info: await licence.describeInfo(),
    external_openid_enabled: await hasProvider(),
    ldap_info: await getLdapInfo(),
  }));
  router.add(contract.getEnterpriseInfo, async () => ({ license_info: await licence.describeEnterprise() }));
  router.add(contract.getHealth, async () => 'alive');
  router.add(contract.getReadiness, async () => {
    await requireReady();
    return 'ready';
  });
}
