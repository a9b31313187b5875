import { Button } from '@mantine/core';
import { ApiError } from '../../../lib/api-error.ts';
import { Callout } from '../../../ui/callout.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FailureLine } from '../../../ui/failure-place.tsx';
import { ForbiddenState } from '../../../ui/forbidden-state.tsx';
import type { Subject } from '../../../ui/illustration.tsx';
import { CardsSkeleton, FormSkeleton, HeaderSkeleton, ListSkeleton } from '../../../ui/skeletons.tsx';
import styles from './sections.module.css';

const pictures: readonly Subject[] = ['network', 'devices', 'people', 'keys', 'log', 'search', 'calm'];
const unreachable = new ApiError({ status: 0, code: 'network_unreachable' });
const failed = Object.assign(new ApiError({ status: 0, code: 'network_unreachable' }), { effect: 'none' });

/** Empty, loading, failed and forbidden. */
export function States() {
  return (
    <>
      <div className={styles.columns}>
        {pictures.map((picture) => (
          <EmptyState
            key={picture}
            picture={picture}
            title={`Empty: ${picture}`}
            text="What this is for, and the first step."
            action={<Button>Add the first</Button>}
          />
        ))}
      </div>
      <EmptyState variant="row" title="Empty list in a page" text="One row high." action={<Button>Add</Button>} />
      <div className={styles.columns}>
        <ErrorState error={unreachable} title="Couldn’t load the users" onRetry={() => undefined} />
        <ForbiddenState />
      </div>
      <div className={styles.columns}>
        {(['info', 'success', 'warning', 'danger'] as const).map((tone) => (
          <Callout key={tone} tone={tone} title={`Callout: ${tone}`} action={<Button variant="default">Act</Button>}>
            What happened, and what to do.
          </Callout>
        ))}
        <Callout tone="info">One line without a title.</Callout>
        <div>
          <FailureLine failure={failed} />
        </div>
      </div>
      <HeaderSkeleton />
      <div className={styles.columns}>
        <ListSkeleton count={3} />
        <FormSkeleton count={2} />
        <CardsSkeleton count={1} />
      </div>
    </>
  );
}
