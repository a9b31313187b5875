import type { OpenidApp, OpenidIssuer } from '@gatewarden/contract/openid-apps';
import { Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useEssentials } from '../../settings/index.ts';
import { type GuideBlock, secretPlaceholder } from '../guides/guide.ts';
import { guides, productOf, products } from '../guides/guides.ts';
import styles from './guide-blocks.module.css';

interface Props {
  app: OpenidApp;
  provider: OpenidIssuer;
}

/** Configuration to copy for the chosen product, with the values of the application. */
export function GuideBlocks({ app, provider }: Props) {
  const { t } = useTranslation('openid-apps');
  const { instance_name: instance } = useEssentials();
  const [product, setProduct] = useState(() => productOf(app));
  const guide = guides[product];
  const hasSecret = app.secret_created_at !== null;
  const blocks = guide.blocks({
    provider,
    instance,
    clientId: app.client_id,
    secret: hasSecret ? secretPlaceholder : '',
    redirectUri: app.redirect_uri[0] ?? guide.redirects(guide.address ?? '')[0] ?? '',
    scope: app.scope,
  });
  return (
    <Panel title={t('setup.connect')} text={t(hasSecret ? 'setup.connect_text' : 'setup.connect_text_public')}>
      <Stack gap="md">
        <Select
          className={styles.product}
          label={t('setup.product')}
          data={products.map((value) => ({ value, label: t(`product.${value}`) }))}
          value={product}
          onChange={(value) => setProduct(products.find((one) => one === value) ?? product)}
          allowDeselect={false}
        />
        {blocks.map((block) => (
          <Block key={block.text} block={block} />
        ))}
      </Stack>
    </Panel>
  );
}

function Block({ block: { place, path = '', text } }: { block: GuideBlock }) {
  const { t } = useTranslation('openid-apps');
  const label = place === 'file' ? t('setup.file', { path }) : t(`setup.${place}`);
  return (
    <div>
      <div className={styles.head}>
        <span>{label}</span>
        <CopyButton value={text} what={label} />
      </div>
      <CodeBlock label={label}>{text.trimEnd()}</CodeBlock>
    </div>
  );
}
