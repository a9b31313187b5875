import { Button, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { hasUnsavedInput, watchUnsavedInput } from '../../lib/unsaved-input.ts';
import { DialogActions } from '../dialog-actions.tsx';
import { FailureLine, OutsideForm, useFormFailure } from '../failure-place.tsx';
import styles from './form.module.css';

interface Props {
  saving: boolean;
  /** Effect of saving on others, visible from the whole form. */
  consequences?: ReactNode;
  /** The page stores changes when it is left, so leaving it does not ask. */
  isKept?: boolean;
}

/** Shown when a form for an existing object has changes. Leaving the page then asks for confirmation. */
export function SaveBar({ saving, consequences, isKept = false }: Props) {
  const { t } = useTranslation();
  const { formState, reset } = useFormContext();
  const changed = formState.isDirty;
  const form = useFormFailure();
  return (
    <>
      {!isKept && <LeaveGuard active={changed && !saving} />}
      {changed && (
        <div ref={reserveSpace} className={styles.bar} role="status">
          <FailureLine failure={form?.failure} />
          <div className={styles.barText}>
            <Text component="span">{t('form.unsaved')}</Text>
            {consequences}
          </div>
          <div className={styles.buttons}>
            <Button variant="default" onClick={() => reset()} disabled={saving}>
              {t('form.discard')}
            </Button>
            <Button type="submit" loading={saving}>
              {t('form.save')}
            </Button>
          </div>
        </div>
      )}
    </>
  );
}

/** Toasts and the field that was just changed stay above the bar, whose height depends on what it says. */
function reserveSpace(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    style.setProperty('--gw-save-space', `${bar.offsetHeight}px`);
    showFocusedField();
  });
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty('--gw-save-space');
  };
}

/** Scrolls the focused field above the bar, with its label and error. */
function showFocusedField(): void {
  const focused = document.activeElement;
  if (!focused?.matches('form *')) return;
  (focused.closest('.mantine-InputWrapper-root') ?? focused).scrollIntoView({ block: 'nearest' });
}

interface GuardProps {
  active: boolean;
  /** Title; absent: unsaved changes. */
  title?: string;
  /** What will be lost. */
  text?: string;
  /** Label of the button that leaves. */
  leaveLabel?: string;
  /** The search parameters are steps of the same task, so a change of only them does not leave it. */
  hasSteps?: boolean;
  /** Whether the page at the path retains what is unsaved. */
  isWithin?: (path: string) => boolean;
  /** Called when the user leaves nevertheless. */
  onLeave?: () => void;
}

/** Asks for confirmation before the page is left while `active`: by a link, the back button or closing the tab. */
export function LeaveGuard(props: GuardProps) {
  const { active, title, text, leaveLabel, hasSteps = false, isWithin, onLeave } = props;
  const { t } = useTranslation();
  useEffect(() => watchUnsavedInput(() => active), [active]);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      active && !(hasSteps && current.pathname === next.pathname) && !isWithin?.(next.pathname),
    enableBeforeUnload: () => active && hasUnsavedInput(),
    disabled: !active,
    withResolver: true,
  });
  return (
    <Modal opened={status === 'blocked'} onClose={() => reset?.()} title={title ?? t('form.leave_title')}>
      <Stack gap="md">
        <Text>{text ?? t('form.leave_text')}</Text>
        <OutsideForm>
          <DialogActions>
            <Button variant="default" onClick={() => reset?.()} data-autofocus>
              {t('form.stay')}
            </Button>
            <Button
              color="red"
              onClick={() => {
                proceed?.();
                onLeave?.();
              }}
            >
              {leaveLabel ?? t('form.leave')}
            </Button>
          </DialogActions>
        </OutsideForm>
      </Stack>
    </Modal>
  );
}
