import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './search-field.module.css';

interface Props {
  /** Accessible name: "Search users". */
  label: string;
  /** Usually from the URL. */
  value: string;
  /** Called after a pause in typing; an empty string clears. */
  onChange: (text: string) => void;
}

const pauseMilliseconds = 200;
/** The longest search text of the API. */
const maxLength = 256;

/** Search field for lists. */
export function SearchField({ label, value, onChange }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    // An external change (back button, cleared filters) replaces the input. The value sent here is ignored: it arrives
    // late, when the input may have changed.
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
      maxLength={maxLength}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      leftSection={<IconSearch size="1rem" aria-hidden />}
      rightSection={typed && <CloseButton size="sm" aria-label={t('search.clear')} onClick={() => setTyped('')} />}
    />
  );
}
