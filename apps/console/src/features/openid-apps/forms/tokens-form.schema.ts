import { NewOpenidApp } from '@gatewarden/contract/openid-apps';
import { z } from 'zod';

const { scope, access_token_minutes, refresh_token_days, id_token_algorithm, subject, shown_groups, claims } =
  NewOpenidApp.shape;
const { name, source, text } = claims.unwrap().element.shape;

export const TokensFields = z.object({
  scope,
  access_token_minutes: access_token_minutes.unwrap(),
  refresh_token_days: refresh_token_days.unwrap(),
  id_token_algorithm: id_token_algorithm.unwrap(),
  subject: subject.unwrap(),
  shown_groups: shown_groups.unwrap(),
  claims: z.array(z.object({ name: name.min(1), source, text: text.unwrap() })).max(16),
});
export type TokensFields = z.infer<typeof TokensFields>;
