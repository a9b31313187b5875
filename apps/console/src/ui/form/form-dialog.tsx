import { Button, Modal, type ModalProps, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { createContext, type ReactNode, useContext, useId, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../dialog-actions.tsx';
import { OutsideForm } from '../failure-place.tsx';
import { screens } from '../theme/screen-sizes.ts';

/** Input of a form inside a dialog. */
export interface DialogInput {
  readonly hasChanges: () => boolean;
  readonly discard: () => void;
}

interface DialogOfForm {
  /** Asks for confirmation first if there are changes. */
  readonly close: () => void;
  /** Returns a function that ends it. */
  readonly watch: (input: DialogInput) => () => void;
}

const OfDialog = createContext<DialogOfForm | undefined>(undefined);

/** The dialog around a form; undefined on a page. */
export function useFormDialog(): DialogOfForm | undefined {
  return useContext(OfDialog);
}

interface Props extends Pick<ModalProps, 'size' | 'closeOnClickOutside'> {
  title: ReactNode;
  /** Whether a phone shows nothing else, for forms with many fields. */
  fillsPhone?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a form. However it is closed, it asks for confirmation if the form has changes. */
export function FormDialog({
  title,
  size = 'md',
  fillsPhone = false,
  closeOnClickOutside = true,
  onClose,
  children,
}: Props) {
  const isOnPhone = useMediaQuery(screens.phone, false, { getInitialValueInEffect: false });
  const [isAsking, setIsAsking] = useState(false);
  const [inputs] = useState(() => new Set<DialogInput>());
  const id = useId();
  const close = () => {
    if ([...inputs].some(({ hasChanges }) => hasChanges())) setIsAsking(true);
    else onClose();
  };
  const closeIfOnTop = () => {
    // Escape in a dialog above this one is for that dialog
    if (isOnTop(id)) close();
  };
  const discard = () => {
    // the guard of the page must find no changes when closing navigates
    flushSync(() => {
      setIsAsking(false);
      for (const input of inputs) input.discard();
    });
    onClose();
  };
  const watch = useMemo(
    () => (input: DialogInput) => {
      inputs.add(input);
      return () => void inputs.delete(input);
    },
    [inputs],
  );
  return (
    <>
      <Modal
        id={id}
        opened
        onClose={closeIfOnTop}
        title={title}
        size={size}
        fullScreen={fillsPhone && isOnPhone}
        closeOnEscape={!isAsking}
        closeOnClickOutside={closeOnClickOutside}
      >
        <OfDialog value={{ close, watch }}>{children}</OfDialog>
      </Modal>
      {/* mounted only now: the key that opens it would close it too */}
      {isAsking && <DiscardDialog onStay={() => setIsAsking(false)} onDiscard={discard} />}
    </>
  );
}

/** Dialogs are in the order in which they were opened. */
function isOnTop(id: string): boolean {
  const top = [...document.querySelectorAll('[aria-modal="true"]')].at(-1);
  return top !== undefined && document.getElementById(id)?.contains(top) === true;
}

interface DiscardProps {
  onStay: () => void;
  onDiscard: () => void;
}

function DiscardDialog({ onStay, onDiscard }: DiscardProps) {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={onStay} title={t('form.discard_title')}>
      <OutsideForm>
        <Stack gap="md">
          <Text>{t('form.discard_text')}</Text>
          <DialogActions>
            <Button variant="default" onClick={onStay} data-autofocus>
              {t('form.keep_editing')}
            </Button>
            <Button color="red" onClick={onDiscard}>
              {t('form.discard_changes')}
            </Button>
          </DialogActions>
        </Stack>
      </OutsideForm>
    </Modal>
  );
}
