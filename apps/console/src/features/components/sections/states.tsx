import { Alert, Button } from '@mantine/core';
import { ApiError } from '../../../lib/api-error.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ForbiddenState } from '../../../ui/forbidden-state.tsx';
import type { Subject } from '../../../ui/illustration.tsx';
import { CardsSkeleton, FormSkeleton, HeaderSkeleton, ListSkeleton } from '../../../ui/skeletons.tsx';
import styles from './sections.module.css';

const pictures: readonly Subject[] = ['network', 'devices', 'people', 'keys', 'log', 'search', 'calm'];
const unreachable = new ApiError({ status: 0, code: 'network_unreachable' });

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
        <ErrorState error={unreachable} title="Could not load the users" onRetry={() => undefined} />
        <ForbiddenState />
      </div>
      <div className={styles.columns}>
        {(['iris', 'green', 'amber', 'red'] as const).map((color) => (
          <Alert key={color} color={color} title={`Alert in ${color}`}>
            What happened, and what to do.
          </Alert>
        ))}
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
