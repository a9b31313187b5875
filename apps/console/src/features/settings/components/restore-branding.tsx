import { Button } from '@mantine/core';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ConfirmMutation } from '../../../ui/confirm-mutation.tsx';
import { defaultBranding, type GeneralFields, toForm } from '../forms/general.ts';
import { useEssentials, useRestoreBranding } from '../settings.queries.ts';

const keys = ['instance_name', 'main_logo_url', 'nav_logo_url'] as const;

/** Restores the product's name and logos after a confirmation; the other fields of the form remain as they are. */
export function RestoreBranding() {
  const { t } = useTranslation('settings');
  const essentials = useEssentials();
  const { resetField } = useFormContext<GeneralFields>();
  const restore = useRestoreBranding();
  const [isAsking, setIsAsking] = useState(false);
  const saved = toForm(essentials);
  const isDefault = keys.every((key) => saved[key] === defaultBranding[key]);
  if (isDefault && !isAsking) return null;
  return (
    <div>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {t('branding.restore')}
      </Button>
      {isAsking && (
        // events of the dialog reach the form around it, which must not be submitted
        <div onSubmit={(event) => event.stopPropagation()}>
          <ConfirmMutation
            title={t('branding.restore_title')}
            consequences={t('branding.restore_text', { name: essentials.instance_name })}
            confirmLabel={t('branding.restore')}
            mutation={restore}
            variables={undefined}
            done={t('branding.restored')}
            onClose={() => setIsAsking(false)}
            onDone={() => {
              for (const key of keys) resetField(key, { defaultValue: defaultBranding[key] });
            }}
          />
        </div>
      )}
    </div>
  );
}
