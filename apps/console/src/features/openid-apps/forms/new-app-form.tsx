import type { OpenidApp } from '@gatewarden/contract/openid-apps';
import { Text } from '@mantine/core';
import { IconDeviceLaptop, IconRobot, IconServer } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { LeaveGuard } from '../../../ui/form/save-bar.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TagListField } from '../../../ui/form/tag-list-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { TileField } from '../../../ui/form/tile-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { appKinds } from '../filter-apps.ts';
import { guides, products } from '../guides/guides.ts';
import type { useAddApp } from '../openid-apps.queries.ts';
import type { NewAppFields as Fields } from './new-app.schema.ts';
import { newApp, redirectsAt, toRequest } from './new-app.ts';

const loadSchema = async () => (await import('./new-app.schema.ts')).NewAppFields;
const kindIcons = { web: IconServer, public: IconDeviceLaptop, machine: IconRobot } as const;

interface Props {
  add: ReturnType<typeof useAddApp>;
  onAdded: (app: OpenidApp & { client_secret: string }) => void;
  onCancel: () => void;
}

/** Name, kind and addresses of a new application; the product fills in what it is known to need. */
export function NewAppForm({ add, onAdded, onCancel }: Props) {
  const { t } = useTranslation('openid-apps');
  const form = useZodForm<Fields, Fields>(loadSchema, { defaultValues: newApp });
  return (
    <Form
      form={form}
      label={t('add.action')}
      onSubmit={(fields) =>
        add.mutate(toRequest(fields), { onSuccess: onAdded, onError: (error) => showError(form, error) })
      }
    >
      <ProductField />
      <TextField name="name" label={t('field.name')} autoComplete="off" />
      <KindField />
      <AddressFields />
      <FormActions submitLabel={t('add.action')} submitting={add.isPending} onCancel={onCancel} />
      <LeaveGuard active={form.formState.isDirty && !add.isPending && !add.isSuccess} />
    </Form>
  );
}

/** Chooses kind and name too, unless the user has typed a name. What it fills in is valid: an earlier error disappears. */
function ProductField() {
  const { t } = useTranslation('openid-apps');
  const { setValue, getValues } = useFormContext<Fields>();
  const product = useWatch<Fields, 'product'>({ name: 'product' });
  const filledName = useRef('');
  useEffect(() => {
    const isTyped = getValues('name') !== filledName.current;
    setValue('kind', guides[product].template.kind);
    if (isTyped) return;
    filledName.current = ['generic', 'nginx', 'oauth2-proxy'].includes(product)
      ? ''
      : t(`product.${product}`).replace(/ ?\(.*/, '');
    setValue('name', filledName.current, { shouldValidate: filledName.current !== '' });
  }, [product, setValue, getValues, t]);
  return (
    <SelectField
      name="product"
      label={t('add.product')}
      help={t('add.product_help')}
      options={products.map((value) => ({ value, label: t(`product.${value}`) }))}
    />
  );
}

/** What the application is, and what it gets to identify itself. */
function KindField() {
  const { t } = useTranslation('openid-apps');
  const kind = useWatch<Fields, 'kind'>({ name: 'kind' });
  const tiles = appKinds.map((value) => ({
    value,
    label: t(`kind_short.${value}`),
    text: t(`kind_help.${value}`),
    icon: kindIcons[value],
  }));
  return (
    <div>
      <TileField name="kind" label={t('field.kind')} tiles={tiles} />
      <Text size="sm" c="dimmed" mt="xs">
        {t(kind === 'public' ? 'add.gets_id' : 'add.gets_secret')}
      </Text>
    </div>
  );
}

/** The redirect URLs follow the address of the application until the user changes them. */
function AddressFields() {
  const { t } = useTranslation('openid-apps');
  const { setValue, getValues } = useFormContext<Fields>();
  const [kind, product, address] = useWatch<Fields, ['kind', 'product', 'start_url']>({
    name: ['kind', 'product', 'start_url'],
  });
  const filled = useRef<readonly string[]>([]);
  useEffect(() => {
    if (getValues('redirect_uri').join() !== filled.current.join()) return;
    filled.current = redirectsAt(product, address);
    setValue('redirect_uri', [...filled.current], { shouldValidate: filled.current.length > 0 });
  }, [product, address, setValue, getValues]);
  if (kind === 'machine') return null;
  const example = guides[product].address;
  return (
    <>
      {example !== undefined && (
        <TextField
          name="start_url"
          type="url"
          label={t('field.start')}
          help={t('add.address_help')}
          placeholder={example}
          autoComplete="off"
          verbatim
          optional
        />
      )}
      <TagListField name="redirect_uri" label={t('field.redirect')} help={t('field.redirect_help')} max={32} />
    </>
  );
}
