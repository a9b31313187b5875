import type { AccessReferences, ReferencedKind } from '@gatewarden/contract/access-references';
import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useEssentials } from '../settings/index.ts';
import { referencesQuery } from './access-references.queries.ts';

interface Props {
  kind: ReferencedKind;
  id: number;
}

const maxNamed = 5;

/** Before an object is deleted: which access rules and access tests name it. Nothing if there are none. */
export function AccessReferencesNote({ kind, id }: Props) {
  const { t } = useTranslation();
  const { wireguard_enabled: hasVpn } = useEssentials();
  const references = useQuery({ ...referencesQuery(kind, id), enabled: hasVpn });
  if (references.isError) return <Text>{t('references.unknown')}</Text>;
  if (!references.data || references.data.rule_count + references.data.test_count === 0) return null;
  return <References {...references.data} />;
}

function References({ rules, rule_count: ruleCount, tests, test_count: testCount }: AccessReferences) {
  const { t, i18n } = useTranslation();
  const lastOf = rules.filter(({ is_last: isLast }) => isLast);
  const list = (named: readonly { name: string }[], count: number) => {
    const names = [...new Set(named.map(({ name }) => name))].slice(0, maxNamed);
    const rest =
      count > names.length && named.length > maxNamed ? [t('references.more', { count: count - names.length })] : [];
    return new Intl.ListFormat(i18n.language).format([...names, ...rest]);
  };
  return (
    <List>
      {ruleCount > 0 && <List.Item>{t('references.rules', { rules: list(rules, ruleCount) })}</List.Item>}
      {lastOf.length > 0 && <List.Item>{t('references.last', { rules: list(lastOf, lastOf.length) })}</List.Item>}
      {testCount > 0 && <List.Item>{t('references.tests', { tests: list(tests, testCount) })}</List.Item>}
    </List>
  );
}
