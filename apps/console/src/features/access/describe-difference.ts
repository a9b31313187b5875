import type { AccessAlias, AccessRule } from '@gatewarden/contract/access';
import { type Describing, listed, maxNamed, protocolName, ruleSources } from './describe-rule.ts';

/** A field that a pending change changes. */
export interface Difference {
  readonly label: string;
  /** "443 → 443, 8443", or what is added and removed of long lists. */
  readonly text: string;
}

interface Field {
  readonly label: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** In place of an empty list. */
  readonly empty?: string;
}

type Lists = Pick<AccessRule, 'destination' | 'ports' | 'protocols'>;

interface Options extends Describing {
  /** Formats an instant of the API. */
  readonly formatTime: (naive: string) => string;
}

/** What a pending change of a rule changes. */
export function describeRuleDifference(before: AccessRule, after: AccessRule, options: Options): Difference[] {
  const { t, names, formatTime } = options;
  const single = (label: string, value: (rule: AccessRule) => string) => ({
    ...{ label, before: [value(before)], after: [value(after)] },
  });
  const list = (label: string, items: (rule: AccessRule) => readonly string[], empty = '–') => ({
    ...{ label, before: items(before), after: items(after), empty },
  });
  const sources = (side: 'allowed' | 'denied') => (rule: AccessRule) =>
    ruleSources(rule, side, options).map(({ text }) => text);
  return differencesOf(
    [
      single(t('form.name'), ({ name }) => name),
      list(t('column.sources'), sources('allowed')),
      list(t('form.section_denied'), sources('denied')),
      ...listFields(before, after, options),
      list(t('form.aliases'), ({ aliases }) => aliases.map((id) => names.aliases.get(id) ?? `#${id}`)),
      list(t('form.networks'), (rule) =>
        rule.all_networks ? [t('all_locations')] : rule.networks.map((id) => names.locations.get(id) ?? `#${id}`),
      ),
      single(t('form.priority'), ({ priority }) => String(priority)),
      single(t('form.enabled'), ({ enabled }) => t(`status.${enabled ? 'enabled' : 'disabled'}`)),
      single(t('form.expires'), ({ expires }) => (expires === null ? t('never') : formatTime(expires))),
    ],
    options,
  );
}

/** What a pending change of an alias changes. */
export function describeAliasDifference(before: AccessAlias, after: AccessAlias, options: Describing): Difference[] {
  const { t } = options;
  const kind = (alias: AccessAlias) => [t(`aliases.kinds.${alias.kind}`)];
  return differencesOf(
    [
      { label: t('form.name'), before: [before.name], after: [after.name] },
      { label: t('aliases.kind'), before: kind(before), after: kind(after) },
      ...listFields(before, after, options),
    ],
    options,
  );
}

function listFields(before: Lists, after: Lists, { t }: Describing): Field[] {
  const split = (text: string) => (text === '' ? [] : text.split(', '));
  const list = (label: string, items: (lists: Lists) => readonly string[]) => ({
    ...{ label, before: items(before), after: items(after), empty: t('any') },
  });
  return [
    list(t('form.destination'), ({ destination }) => split(destination)),
    list(t('form.ports'), ({ ports }) => split(ports)),
    list(t('form.protocols'), ({ protocols }) => protocols.map((number) => protocolName(number, t))),
  ];
}

function differencesOf(fields: readonly Field[], describing: Describing): Difference[] {
  return fields.flatMap((field) => {
    const added = field.after.filter((item) => !field.before.includes(item));
    const removed = field.before.filter((item) => !field.after.includes(item));
    if (added.length + removed.length === 0) return [];
    return { label: field.label, text: describeField(field, { added, removed }, describing) };
  });
}

function describeField(
  { before, after, empty = '–' }: Field,
  { added, removed }: Readonly<Record<'added' | 'removed', readonly string[]>>,
  { t, language }: Describing,
): string {
  const named = (items: readonly string[]) => listed(items, t, language);
  const isLong = Math.max(before.length, after.length) > maxNamed;
  if (!isLong || before.length === 0 || after.length === 0)
    return [before, after].map((items) => (items.length === 0 ? empty : named(items))).join(' → ');
  return [
    ...(added.length > 0 ? [t('changes.added', { items: named(added) })] : []),
    ...(removed.length > 0 ? [t('changes.removed', { items: named(removed) })] : []),
  ].join(' · ');
}
