import { EditAccessRule } from '@gatewarden/contract/access';
import i18next from 'i18next';
import { z } from 'zod';
import { destinationLists } from './destination-lists.schema.ts';
import { sourcesField } from './source-names.ts';

/** Ids as text. */
const ids = z.array(z.string());

const Sources = z.object({
  allow_all_users: z.boolean(),
  deny_all_users: z.boolean(),
  allow_all_network_devices: z.boolean(),
  deny_all_network_devices: z.boolean(),
  allowed_users: ids,
  denied_users: ids,
  allowed_groups: ids,
  denied_groups: ids,
  allowed_devices: ids,
  denied_devices: ids,
});

/**
 * Values of the rule form. Its rules are those of the server, except that an expiry must be in the future; `storedExpiry`
 * is that of the stored rule, which may have expired.
 */
export function ruleForm(storedExpiry = '') {
  return z
    .object({
      name: EditAccessRule.shape.name,
      priority: EditAccessRule.shape.priority.unwrap(),
      enabled: z.boolean(),
      /** Of a `datetime-local` field; empty: never. */
      expires: z.string().superRefine((value, context) => {
        if (value === '' || value === storedExpiry || new Date(value) > new Date()) return;
        context.addIssue({ code: 'custom', message: i18next.t('access:form.expires_past') });
      }),
      where: z.enum(['all', 'some']),
      networks: ids,
      ...Sources.shape,
      aliases: ids,
      ...destinationLists,
    })
    .refine(({ where, networks }) => where === 'all' || networks.length > 0, {
      path: ['networks'],
      error: 'required',
      when: ({ value }) => z.object({ where: z.string(), networks: ids }).safeParse(value).success,
    })
    .superRefine((value, context) => {
      if (!hasSource(value)) {
        context.addIssue({ code: 'custom', message: 'access_rule_without_source', path: [sourcesField] });
      }
      for (const kind of ['users', 'groups', 'devices'] as const) {
        const denied = new Set(value[`denied_${kind}`]);
        if (!value[`allowed_${kind}`].some((id) => denied.has(id))) continue;
        context.addIssue({ code: 'custom', message: 'access_source_conflict', path: [`denied_${kind}`] });
      }
    });
}
export type RuleInput = z.input<ReturnType<typeof ruleForm>>;
export type RuleValues = z.output<ReturnType<typeof ruleForm>>;

function hasSource(value: z.output<typeof Sources>): boolean {
  return Object.entries(value).some(
    ([name, each]) => name in Sources.shape && (Array.isArray(each) ? each.length > 0 : each),
  );
}
