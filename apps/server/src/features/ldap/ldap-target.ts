import type { Settings } from '@gatewarden/contract/settings';
import { Secret } from '@gatewarden/process/secret';
import { type Database, inSnapshot } from '../../platform/database/database.ts';
import { Dn } from '../../platform/ldap/dn.ts';
import { parseFilter } from '../../platform/ldap/parse-filter.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { LdapSchema, LdapServer } from '../../ports/ldap-directory.ts';
import type { SettingsService } from '../settings/index.ts';
import { bindPassword, isComplete } from './ldap-settings.ts';

/** The server and its schema according to the settings. */
export interface LdapTarget {
  readonly server: LdapServer;
  readonly schema: LdapSchema;
}

interface Sources {
  readonly db: Database;
  readonly secrets: Secrets;
  readonly settings: Pick<SettingsService, 'get'>;
}

/** Undefined while LDAP is not set up. The password belongs to the server that it is sent to. */
export function getLdapTarget({ db, secrets, settings }: Sources): Promise<LdapTarget | undefined> {
  return inSnapshot(db, async (tx) => {
    const current = await settings.get(tx);
    const password = await secrets.get(tx, bindPassword.name);
    if (!isComplete(current) || !password) return undefined;
    return { server: toServer(current, password), schema: toSchema(current) };
  });
}

function toServer(settings: Settings, password: string): LdapServer {
  const { protocol, hostname, port } = new URL(settings.ldap_url ?? '');
  const isTls = protocol === 'ldaps:';
  const starttls = settings.ldap_use_starttls ? 'starttls' : 'none';
  return {
    // an IPv6 address is written in brackets, which sockets do not accept
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (isTls ? 636 : 389) : Number(port),
    encryption: isTls ? 'ldaps' : starttls,
    authority: settings.ldap_ca_certificate || undefined,
    verifiesCertificate: settings.ldap_tls_verify_cert,
    bindName: settings.ldap_bind_username ?? '',
    bindPassword: new Secret(password),
  };
}

function toSchema(settings: Settings): LdapSchema {
  return {
    isActiveDirectory: settings.ldap_uses_ad,
    userBase: Dn.parse(settings.ldap_user_search_base ?? ''),
    groupBase: Dn.parse(settings.ldap_group_search_base ?? ''),
    userClass: settings.ldap_user_obj_class ?? '',
    groupClass: settings.ldap_group_obj_class ?? '',
    userFilter: settings.ldap_user_filter ? parseFilter(settings.ldap_user_filter) : undefined,
    usernameAttribute: settings.ldap_username_attr ?? '',
    groupNameAttribute: settings.ldap_groupname_attr ?? '',
    memberAttribute: settings.ldap_group_member_attr ?? '',
    memberOfAttribute: settings.ldap_member_attr ?? '',
    userNamingAttribute: settings.ldap_user_rdn_attr || undefined,
    auxiliaryClasses: settings.ldap_user_auxiliary_obj_classes,
  };
}
