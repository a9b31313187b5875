import { Text } from '@mantine/core';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { isUnreachable } from '../lib/api-error.ts';
import { useReturn } from '../lib/connection.ts';
import { type FailurePlace, setPressedPlace } from '../lib/failure-places.ts';
import { failureText, outcomeText } from '../lib/failure-text.ts';
import styles from './failure-place.module.css';

interface Place extends FailurePlace {
  readonly failure: unknown;
  /** For `onClickCapture` around the buttons. */
  readonly press: () => void;
}

/** For elements with buttons. */
export function useFailurePlace(): Place {
  const [failure, setFailure] = useState<unknown>();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  // what was never sent can be sent now
  useReturn(() =>
    setFailure((error: unknown) => (isUnreachable(error) && error.effect === 'none' ? undefined : error)),
  );
  const place = useMemo(
    () => ({
      show: (error: unknown) => {
        setFailure(error);
        return isShown.current;
      },
      clear: () => setFailure(undefined),
    }),
    [],
  );
  return { ...place, failure, press: () => setPressedPlace(place) };
}

interface FormPlace {
  readonly failure: unknown;
  /** Buttons inside the form show its failures instead of it; returns a function that ends that. */
  readonly claim: () => () => void;
}

const OfForm = createContext<FormPlace | undefined>(undefined);

/** Around the content of a form. Shows its failures at its end, unless its buttons show them beside themselves. */
export function FormFailurePlace({ failure, children }: { failure: unknown; children: ReactNode }) {
  const [claims, setClaims] = useState(0);
  const claim = useRef(() => {
    setClaims((count) => count + 1);
    return () => setClaims((count) => count - 1);
  });
  const value = useMemo(() => ({ failure, claim: claim.current }), [failure]);
  return (
    <OfForm value={value}>
      {children}
      {claims === 0 && <FailureLine failure={failure} />}
    </OfForm>
  );
}

/** Around a dialog that is opened from inside a form, and is none of its parts. */
export function OutsideForm({ children }: { children: ReactNode }) {
  return <OfForm value={undefined}>{children}</OfForm>;
}

/** Failure of the form around the buttons, which is shown beside them; undefined outside of a form. */
export function useFormFailure(): { failure: unknown } | undefined {
  const form = useContext(OfForm);
  const claim = form?.claim;
  useEffect(() => claim?.(), [claim]);
  return form;
}

/** Why a change failed, and whether something has changed nevertheless. */
export function FailureLine({ failure }: { failure: unknown }) {
  if (failure === undefined) return null;
  const outcome = outcomeText(failure);
  return (
    <div role="alert" className={styles.line}>
      <Text component="span" c="red">
        {failureText(failure)}
      </Text>
      {outcome && <Text component="span"> {outcome}</Text>}
    </div>
  );
}
