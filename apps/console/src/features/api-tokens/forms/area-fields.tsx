import { nonAdminAreas } from '@gatewarden/contract/scopes';
import { Input, SegmentedControl } from '@mantine/core';
import { useController, useFormState, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { faultText } from '../../../lib/failure-text.ts';
import { areas, hasNoScope, rightsIn, type ScopeArea, type TokenFields } from '../new-token.ts';
import styles from './area-fields.module.css';

/** Access per area: none, read, or read and write. */
export function AreaFields({ isAdmin }: { isAdmin: boolean }) {
  const { isSubmitted } = useFormState();
  const chosen = useWatch<TokenFields, 'areas'>({ name: 'areas' });
  const shown = areas.filter((area) => isAdmin || nonAdminAreas.includes(area));
  return (
    <div>
      <div className={styles.areas}>
        {shown.map((area) => (
          <AreaField key={area} area={area} />
        ))}
      </div>
      {isSubmitted && hasNoScope(chosen) && <Input.Error role="alert">{faultText('too_few?count=1')}</Input.Error>}
    </div>
  );
}

function AreaField({ area }: { area: ScopeArea }) {
  const { t } = useTranslation('api-tokens');
  const { field } = useController({ name: `areas.${area}`, defaultValue: 'none' });
  const label = t(`area.${area}`);
  return (
    <div className={styles.area}>
      <span aria-hidden>{label}</span>
      <SegmentedControl
        aria-label={label}
        size="xs"
        value={field.value}
        onChange={field.onChange}
        data={rightsIn(area).map((right) => ({ value: right, label: t(`right.${right}`) }))}
      />
    </div>
  );
}
