import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Content } from '../overview-search.ts';

interface Props {
  value: Content;
  onChange: (content: Content) => void;
}

/** Switches between the traffic and the map of all locations. */
export function ContentSwitch({ value, onChange }: Props) {
  const { t } = useTranslation('traffic');
  const choices = (['traffic', 'map'] as const).map((content) => ({ value: content, label: t(`content.${content}`) }));
  return <SegmentedControl aria-label={t('content.label')} data={choices} value={value} onChange={onChange} />;
}
