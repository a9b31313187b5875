import { AppKind, NewOpenidApp } from '@gatewarden/contract/openid-apps';
import { z } from 'zod';
import { products } from '../guides/guides.ts';
import { redirectAddresses, webAddress } from './address.schema.ts';

/** Values of the form for a new application. */
export const NewAppFields = z
  .object({
    product: z.enum(products),
    name: NewOpenidApp.shape.name,
    kind: AppKind,
    start_url: webAddress,
    redirect_uri: redirectAddresses,
  })
  .superRefine(({ kind, redirect_uri: uris }, context) => {
    if (kind === 'machine' || uris.length > 0) return;
    context.addIssue({ code: 'custom', path: ['redirect_uri'], message: 'openid_app_needs_redirect' });
  });
export type NewAppFields = z.infer<typeof NewAppFields>;
