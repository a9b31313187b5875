import { EditAccessAlias, EditAccessRule } from '@gatewarden/contract/access';
import { EditAccessTest } from '@gatewarden/contract/access-tests';
import { parseDestinationList } from '@gatewarden/net/destination-list';
import { parsePortList } from '@gatewarden/net/port-list';
import { z } from 'zod';

type Context = z.core.$RefinementCtx<string[]>;

/** Ids as text. */
const ids = z.array(z.string());
const lists = {
  destination: z.array(z.string()).superRefine(checkDestination),
  ports: z.array(z.string()).superRefine(checkPorts),
  /** Numbers as text. */
  protocols: z.array(z.string()),
};

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

/** Values of the rule form. Its rules are those of the server. */
export const RuleForm = z
  .object({
    name: EditAccessRule.shape.name,
    priority: EditAccessRule.shape.priority.unwrap(),
    enabled: z.boolean(),
    /** Of a `datetime-local` field; empty: never. */
    expires: z.string(),
    where: z.enum(['all', 'some']),
    networks: ids,
    ...Sources.shape,
    aliases: ids,
    ...lists,
  })
  .refine(({ where, networks }) => where === 'all' || networks.length > 0, {
    path: ['networks'],
    error: 'required',
    when: ({ value }) => z.object({ where: z.string(), networks: ids }).safeParse(value).success,
  })
  .superRefine((value, context) => {
    if (!hasSource(value)) {
      context.addIssue({ code: 'custom', message: 'access_rule_without_source', path: ['allowed_groups'] });
    }
    for (const kind of ['users', 'groups', 'devices'] as const) {
      const denied = new Set(value[`denied_${kind}`]);
      if (!value[`allowed_${kind}`].some((id) => denied.has(id))) continue;
      context.addIssue({ code: 'custom', message: 'access_source_conflict', path: [`denied_${kind}`] });
    }
  });
export type RuleInput = z.input<typeof RuleForm>;
export type RuleValues = z.output<typeof RuleForm>;

/** Values of the alias form. */
export const AliasForm = z.object({
  name: EditAccessAlias.shape.name,
  kind: EditAccessAlias.shape.kind,
  ...lists,
});
export type AliasInput = z.input<typeof AliasForm>;
export type AliasValues = z.output<typeof AliasForm>;

/** Values of the form of an access test. */
export const TestForm = z.object({
  name: EditAccessTest.shape.name,
  expectation: EditAccessTest.shape.expectation,
  /** `all_users`, or a kind and an id: `group 2`. */
  source: z.string().min(1, { error: 'required' }),
  /** Id as text; null: all locations that enforce access rules. */
  location: z.string().nullable(),
  ...lists,
});
export type TestInput = z.input<typeof TestForm>;
export type TestValues = z.output<typeof TestForm>;

function hasSource(value: z.output<typeof Sources>): boolean {
  return Object.entries(value).some(
    ([name, each]) => name in Sources.shape && (Array.isArray(each) ? each.length > 0 : each),
  );
}

function checkDestination(entries: string[], context: Context): void {
  const list = parseDestinationList(entries.join(','));
  if (list.kind === 'list') return;
  report(context, list.kind === 'bad-item' ? 'destination_invalid' : 'destination_range_reversed', list.item);
}

function checkPorts(entries: string[], context: Context): void {
  const list = parsePortList(entries.join(','));
  if (list.kind === 'list') return;
  report(context, list.kind === 'bad-item' ? 'ports_invalid' : 'ports_repeated', list.item);
}

function report(context: Context, fault: string, item: string): void {
  context.addIssue({ code: 'custom', message: `${fault}?${new URLSearchParams({ item })}` });
}
