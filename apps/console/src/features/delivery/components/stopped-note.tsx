import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { conditionOf, type Destination } from '../condition.ts';
import { useFailureText } from '../use-failure-text.ts';

/** Says that core turned a destination off and why; nothing otherwise. */
export function StoppedNote({ destination }: { destination: Destination }) {
  const { t } = useTranslation('delivery');
  const failureText = useFailureText();
  const { stopped, error } = destination.state;
  if (conditionOf(destination) !== 'stopped' || stopped === null) return null;
  return (
    <Callout tone="danger" title={t(`stopped.${stopped}_title`)} mb="md">
      {[stopped === 'failing' && error && failureText(error), t('stopped.text')].filter(Boolean).join(' ')}
    </Callout>
  );
}
