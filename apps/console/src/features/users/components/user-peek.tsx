import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '../../../i18n/i18n.ts';
import { lazy } from '../../../lib/lazy.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { CardsSkeleton } from '../../../ui/skeletons.tsx';
import type { Peek } from '../../../ui/table/list-props.ts';

// loaded with the first summary, like the texts of what it shows
const UserSummary = lazy(async () => {
  const [{ UserSummary }] = await Promise.all([
    import('./user-summary.tsx'),
    loadTexts('users', 'mfa', 'devices', 'groups', 'locations', 'activity-log'),
  ]);
  return { default: UserSummary };
});

interface Person {
  username: string;
  name: string;
  /** What is known before the summary is loaded. */
  pending?: ReactNode;
}

/** The summary of a user in a drawer. */
export function useUserPeek(): (person: Person) => Peek {
  const { t } = useTranslation();
  return ({ username, name, pending = <CardsSkeleton count={2} /> }) => ({
    title: name,
    icon: <Avatar name={name} size="md" />,
    state: username,
    open: (
      <ButtonLink to="/users/$username" params={{ username }} variant="default" size="compact-sm">
        {t('peek.open')}
      </ButtonLink>
    ),
    content: (
      <Suspense fallback={pending}>
        <UserSummary username={username} />
      </Suspense>
    ),
  });
}
