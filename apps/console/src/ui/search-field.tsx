import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './search-field.module.css';

interface Props {
  /** What is searched: "Search users". */
  label: string;
  /** Usually from the URL. */
  value: string;
  /** Told once typing pauses; an empty string clears. */
  onChange: (text: string) => void;
}

const pauseMilliseconds = 200;

/** Filters a list while typing. */
export function SearchField({ label, value, onChange }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  const [told, setTold] = useState(value);
  const tell = useDebouncedCallback((text: string) => onChange(text), pauseMilliseconds);
  // The value changed from elsewhere (back button, a cleared chip): it wins over what was typed before.
  if (value !== told) {
    setTold(value);
    if (value !== typed.trim()) setTyped(value);
  }
  const change = (text: string) => {
    setTyped(text);
    tell(text.trim());
  };
  return (
    <TextInput
      type="search"
      className={styles.field}
      classNames={{ input: styles.input }}
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={(event) => change(event.currentTarget.value)}
      leftSection={<IconSearch size="1rem" aria-hidden />}
      rightSection={typed && <CloseButton size="sm" aria-label={t('search.clear')} onClick={() => change('')} />}
    />
  );
}
