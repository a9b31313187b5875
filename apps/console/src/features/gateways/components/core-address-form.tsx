import { coreAddressLength, isCoreAddress } from '@gatewarden/contract/core-address.names';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { FieldNotes } from '../../../ui/form/field-notes.tsx';

interface Props {
  /** Of core, for an address without one. */
  port: string;
  onChoose: (address: string) => void;
  /** The gateway runs on the machine of core. */
  onLocal: () => void;
}

/** Core knows only a loopback address of itself: asks for the address that gateways use before a command is shown. */
export function CoreAddressForm({ port, onChoose, onLocal }: Props) {
  const { t } = useTranslation('gateways');
  const [text, setText] = useState('');
  const [invalid, setInvalid] = useState(false);
  const example = `vpn.example.com:${port}`;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const address = withPort(text.trim(), port);
    setInvalid(address === undefined);
    if (address !== undefined) onChoose(address);
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

/** The text as an address of core; a host without a port gets `port`. Undefined if it is none. */
function withPort(text: string, port: string): string | undefined {
  return [text, `${text}:${port}`, `[${text}]:${port}`].find(isCoreAddress);
}
