import type { MouseEvent, ReactNode } from 'react';
import styles from './dialog-actions.module.css';
import { FailureLine, useFailurePlace, useFormFailure } from './failure-place.tsx';
import { ignoreRepeatedClick } from './ignore-repeated-click.ts';

interface Props {
  /** Of a change whose caller keeps it, so that it stays when these buttons are replaced. */
  failure?: Error | null;
  children: ReactNode;
}

/**
 * Buttons at the end of a dialog, a form or the step of a wizard, the primary one last. On a phone each fills a line.
 * Above them stands why what they started failed. The next view often has buttons in the same place, so the second click
 * of a double click is ignored.
 */
export function DialogActions({ failure = null, children }: Props) {
  const form = useFormFailure();
  const place = useFailurePlace();
  const onClick = (event: MouseEvent) => {
    ignoreRepeatedClick(event);
    // a form is the place of all of its buttons
    if (!form) place.press();
  };
  return (
    <>
      <FailureLine failure={failure ?? (form ?? place).failure} />
      <div className={styles.actions} onClickCapture={onClick}>
        {children}
      </div>
    </>
  );
}
