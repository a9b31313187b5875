import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
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
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    // It changed from elsewhere (back button, cleared filters), which wins over what was typed before. What was sent
    // itself comes back late, when more is typed already.
    if (value !== sent) {
      setSent(value);
      setTyped(value);
    }
  }
  const send = useEffectEvent((text: string) => {
    setSent(text);
    onChange(text);
  });
  const text = typed.trim();
  useEffect(() => {
    if (text === sent) return;
    const pause = setTimeout(() => send(text), pauseMilliseconds);
    return () => clearTimeout(pause);
  }, [text, sent]);
  return (
    <TextInput
      type="search"
      className={styles.field}
      classNames={{ input: styles.input }}
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      leftSection={<IconSearch size="1rem" aria-hidden />}
      rightSection={typed && <CloseButton size="sm" aria-label={t('search.clear')} onClick={() => setTyped('')} />}
    />
  );
}
