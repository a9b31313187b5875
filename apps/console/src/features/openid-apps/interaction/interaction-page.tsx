import type { Interaction } from '@gatewarden/contract/openid-interactions';
import { Anchor, Group, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { CardPage } from '../../../ui/card-page.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { useSignOut } from '../../auth/index.ts';
import { useEssentials } from '../../settings/index.ts';
import { AppLogo } from '../components/app-logo.tsx';
import { signInAddressOf } from './interaction.queries.ts';
import styles from './interaction-page.module.css';

interface Props {
  uid: string;
  /** Undefined before it is known, or if it has expired. */
  interaction?: Interaction | undefined;
  title: string;
  text?: ReactNode;
  children?: ReactNode;
}

/** A step of signing in to an application: a page of its own, with the application and the signed-in user. */
export function InteractionPage({ uid, interaction, title, text, children }: Props) {
  const { main_logo_url: logo, instance_name: instance } = useEssentials();
  return (
    <CardPage
      logo={
        <span className={styles.logos}>
          <Logo url={logo} name={instance} kind="navigation" />
          {interaction && (
            <>
              <IconArrowRight size="1rem" aria-hidden />
              <AppLogo app={interaction.app} size="lg" />
            </>
          )}
        </span>
      }
      title={title}
      {...(text !== undefined && { text })}
    >
      {children}
      {interaction?.username && <CurrentUser uid={uid} username={interaction.username} />}
    </CardPage>
  );
}

/** Who is signed in; another user can sign in instead and continues here. */
function CurrentUser({ uid, username }: { uid: string; username: string }) {
  const { t } = useTranslation('openid-apps');
  const signOut = useSignOut();
  const leave = () =>
    signOut.mutate(undefined, {
      // not by the router: nothing of the former user may remain
      onSuccess: () => window.location.assign(`/sign-in?${new URLSearchParams({ r: signInAddressOf(uid) })}`),
      onError: showFailure,
    });
  return (
    <Group gap="0 var(--mantine-spacing-sm)" className={styles.user ?? ''}>
      <Text component="span" c="dimmed" size="sm">
        {t('consent.as', { username })}
      </Text>
      <Anchor component="button" type="button" size="sm" onClick={leave} disabled={signOut.isPending}>
        {t('consent.not_you')}
      </Anchor>
    </Group>
  );
}
