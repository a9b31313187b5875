import { Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { parseInputValue, toInputValue } from '../../../lib/local-time.ts';
import { type ActivitySearch, timePresets } from '../activity-search.ts';
import styles from './activity-filters.module.css';

type Times = Pick<ActivitySearch, 'time' | 'from' | 'until'>;

interface Props {
  times: Times;
  onChange: (times: Times) => void;
}

const all = 'all';
const custom = 'custom';
const stepSeconds = 1_800;
const dayMilliseconds = 86_400_000;

/** Period: the last hours or days, or two instants in the time zone of the user. */
export function TimeFilter({ times: { time, from, until }, onChange }: Props) {
  const { t } = useTranslation('activity-log');
  const isCustom = from !== undefined || until !== undefined;
  const choose = (chosen: string | null) => {
    if (chosen === custom) onChange({ from: from ?? new Date(Date.now() - dayMilliseconds).toISOString(), until });
    else onChange({ time: timePresets.find((preset) => preset === chosen) });
  };
  return (
    <>
      <Select
        className={styles.time}
        aria-label={t('time.label')}
        data={[
          { value: all, label: t('time.all') },
          ...timePresets.map((preset) => ({ value: preset, label: t(`time.${preset}`) })),
          { value: custom, label: t('time.custom') },
        ]}
        value={isCustom ? custom : (time ?? all)}
        allowDeselect={false}
        onChange={choose}
      />
      {isCustom && (
        <>
          <TextInput
            type="datetime-local"
            step={stepSeconds}
            aria-label={t('time.from')}
            value={toInputValue(from)}
            onChange={(event) => onChange({ from: parseInputValue(event.currentTarget.value), until })}
          />
          <TextInput
            type="datetime-local"
            step={stepSeconds}
            aria-label={t('time.until')}
            value={toInputValue(until)}
            onChange={(event) => onChange({ from, until: parseInputValue(event.currentTarget.value) })}
          />
        </>
      )}
    </>
  );
}
