import { SegmentedControl, VisuallyHidden } from '@mantine/core';
import { IconLayoutGrid, IconList } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { View } from '../overview-search.ts';
import styles from './view-switch.module.css';

interface Props {
  value: View;
  onChange: (view: View) => void;
}

const icons = { grid: IconLayoutGrid, list: IconList } as const;

/** Switches between cards and rows. */
export function ViewSwitch({ value, onChange }: Props) {
  const { t } = useTranslation('traffic');
  const choices = (['grid', 'list'] as const).map((view) => {
    const Icon = icons[view];
    return {
      value: view,
      label: (
        <span className={styles.choice} title={t(`view.${view}`)}>
          <Icon size="1rem" aria-hidden />
          <VisuallyHidden>{t(`view.${view}`)}</VisuallyHidden>
        </span>
      ),
    };
  });
  return <SegmentedControl aria-label={t('view.label')} data={choices} value={value} onChange={onChange} />;
}
