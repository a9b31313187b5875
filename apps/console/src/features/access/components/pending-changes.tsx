import type { AccessAlias, AccessRule } from '@gatewarden/contract/access';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatInstant, instantOf } from '../../../lib/format/instant.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { aliasesQuery, rulesQuery } from '../access.queries.ts';
import { type Difference, describeAliasDifference, describeRuleDifference } from '../describe-difference.ts';
import { useAccessNames } from '../use-access-names.ts';
import styles from './divided-list.module.css';
import state from './pending-changes.module.css';
import { RuleState } from './rule-state.tsx';

interface Props {
  rules: readonly AccessRule[];
  aliases: readonly AccessAlias[];
}

/** Pending changes by name, each with what it changes. */
export function PendingChanges({ rules, aliases }: Props) {
  const { t, i18n } = useTranslation('access');
  const locale = useLocale();
  const names = useAccessNames();
  const { data: allRules = [] } = useQuery(rulesQuery());
  const { data: allAliases = [] } = useQuery(aliasesQuery());
  const options = {
    ...{ t, names, language: i18n.language },
    formatTime: (naive: string) => formatInstant(instantOf(naive), locale),
  };
  const ruleDifferences = (rule: AccessRule) => {
    const deployed = rule.state === 'Modified' && allRules.find(({ id }) => id === rule.parent_id);
    return deployed ? describeRuleDifference(deployed, rule, options) : [];
  };
  const aliasDifferences = (alias: AccessAlias) => {
    const deployed = allAliases.find(({ id }) => id === alias.parent_id);
    return deployed ? describeAliasDifference(deployed, alias, options) : [];
  };
  return (
    <ul className={styles.list} aria-label={t('deploy.changes')}>
      {rules.map((rule) => (
        <li key={rule.id}>
          <Change name={rule.name} differences={ruleDifferences(rule)} />
          <span className={state.state}>
            <RuleState status={rule.status} />
          </span>
        </li>
      ))}
      {aliases.map((alias) => (
        <li key={`alias ${alias.id}`}>
          <Change name={t('deploy.alias', { alias: alias.name })} differences={aliasDifferences(alias)} />
          <span className={state.state}>
            <RuleState status="modified" />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Change({ name, differences }: { name: string; differences: readonly Difference[] }) {
  return (
    <div>
      {name}
      {differences.map(({ label, text }) => (
        <Text key={label} size="sm" c="dimmed">
          {label}: {text}
        </Text>
      ))}
    </div>
  );
}
