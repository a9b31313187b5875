import { NewOpenidApp } from '@gatewarden/contract/openid-apps';
import { z } from 'zod';
import { pictureAddress, redirectAddresses, webAddress } from './address.schema.ts';

const { name, description, authentication, requires_pkce, allows_device_flow, jwks } = NewOpenidApp.shape;

const fields = z.object({
  name,
  description: description.unwrap(),
  logo_url: pictureAddress,
  start_url: webAddress,
  redirect_uri: redirectAddresses,
  post_logout_redirect_uri: redirectAddresses,
  backchannel_logout_uri: webAddress,
  authentication: authentication.unwrap(),
  requires_pkce: requires_pkce.unwrap(),
  allows_device_flow: allows_device_flow.unwrap(),
  jwks: jwks.unwrap(),
  jwks_uri: webAddress,
});
export type SettingsFields = z.infer<typeof fields>;

function requireKey(value: SettingsFields, context: z.RefinementCtx): void {
  if (value.authentication !== 'private_key' || value.jwks !== '' || value.jwks_uri !== '') return;
  context.addIssue({ code: 'custom', path: ['jwks'], message: 'openid_app_needs_key' });
}

/** Of an application that signs people in. */
export const SettingsFields = fields.superRefine((value, context) => {
  requireKey(value, context);
  if (value.redirect_uri.length > 0) return;
  context.addIssue({ code: 'custom', path: ['redirect_uri'], message: 'openid_app_needs_redirect' });
});

/** Of a machine, which redirects no one. */
export const MachineSettingsFields = fields.superRefine(requireKey);
