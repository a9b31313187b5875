import { CloseButton, Drawer, Kbd } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useEffectEvent, useId } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { Peek } from '../table/list-props.ts';
import { portalTargetId } from '../theme/portal-target.ts';
import { screens } from '../theme/screen-sizes.ts';
import styles from './peek-drawer.module.css';

interface Props {
  peek: Peek;
  onClose: () => void;
}

/**
 * Summary of an object beside its list. Not modal: the focus stays in the list, where keys move on to the next object. On a
 * phone it fills the screen, as a dialog.
 */
export function PeekDrawer(props: Props) {
  const onPhone = useMediaQuery(screens.phone, false, { getInitialValueInEffect: false });
  return onPhone ? <PeekSheet {...props} /> : <PeekPanel {...props} />;
}

function PeekSheet({ peek, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="bottom"
      size="100%"
      title={
        <span className={styles.headline}>
          <Title peek={peek} />
        </span>
      }
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div className={styles.sheet}>{peek.open}</div>
      {peek.content}
    </Drawer>
  );
}

function PeekPanel({ peek, onClose }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const close = useEffectEvent((event: KeyboardEvent) => {
    const isElsewhere = event.target instanceof Element && event.target.closest('[role="dialog"], [role="menu"]');
    if (event.key !== 'Escape' || event.defaultPrevented || isElsewhere) return;
    event.preventDefault();
    onClose();
  });
  useEffect(() => {
    const listening = new AbortController();
    document.addEventListener('keydown', close, { signal: listening.signal });
    return () => listening.abort();
  }, []);
  const target = document.getElementById(portalTargetId);
  const panel = (
    <section className={styles.drawer} aria-labelledby={id}>
      <header className={styles.head}>
        <Title peek={peek} id={id} />
        {peek.open}
        <CloseButton aria-label={t('close')} onClick={onClose} />
      </header>
      <div className={styles.content}>{peek.content}</div>
      <footer className={styles.foot} aria-hidden>
        <Hint keys={['↑', '↓']}>{t('peek.move')}</Hint>
        <Hint keys={['Enter']}>{t('peek.open')}</Hint>
        <Hint keys={['Esc']}>{t('close')}</Hint>
      </footer>
    </section>
  );
  return target ? createPortal(panel, target) : panel;
}

/** With an id it is a heading; the title of a dialog is one already. */
function Title({ peek: { icon, title, state }, id }: { peek: Peek; id?: string }) {
  const Heading = id === undefined ? 'span' : 'h2';
  return (
    <>
      {icon}
      <span className={styles.titles}>
        <Heading id={id} className={styles.title} title={title}>
          {title}
        </Heading>
        {state && <span className={styles.state}>{state}</span>}
      </span>
    </>
  );
}

function Hint({ keys, children }: { keys: readonly string[]; children: ReactNode }) {
  return (
    <span className={styles.hint}>
      {keys.map((key) => (
        <Kbd key={key} size="xs">
          {key}
        </Kbd>
      ))}
      {children}
    </span>
  );
}
