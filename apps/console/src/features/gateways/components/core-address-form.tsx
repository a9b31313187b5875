import { coreAddressLength, isCoreAddress } from '@gatewarden/contract/core-address.names';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { FieldNotes } from '../../../ui/form/field-notes.tsx';

interface Props {
  /** Shown as an example; `host:port`. */
  example: string;
  onChoose: (address: string) => void;
  /** The gateway runs on the machine of core. */
  onLocal: () => void;
}

/** Core knows only a loopback address of itself: asks for the address that gateways use before a command is shown. */
export function CoreAddressForm({ example, onChoose, onLocal }: Props) {
  const { t } = useTranslation('gateways');
  const [text, setText] = useState('');
  const [invalid, setInvalid] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const address = text.trim();
    setInvalid(!isCoreAddress(address));
    if (isCoreAddress(address)) onChoose(address);
  };
  return (
    <form onSubmit={submit} noValidate>
      <FieldNotes notes={[{ tone: 'warning', text: t('setup.loopback') }]} />
      <TextInput
        mt="md"
        label={t('setup.address')}
        placeholder={example}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        error={invalid && t('setup.address_invalid', { example })}
        maxLength={coreAddressLength}
        autoComplete="off"
        spellCheck={false}
      />
      <DialogActions>
        <Button variant="default" onClick={onLocal}>
          {t('setup.same_machine')}
        </Button>
        <Button type="submit">{t('setup.use_address')}</Button>
      </DialogActions>
    </form>
  );
}
