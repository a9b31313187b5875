import { useTranslation } from 'react-i18next';
import { SecretDialog } from '../../../ui/secret-dialog.tsx';
import { SecretPanel } from '../../../ui/secret-panel.tsx';
import { type TokenKind, tokenLink } from '../token-link.ts';
import { TokenForClient } from './token-for-client.tsx';

interface Props {
  title: string;
  kind: TokenKind;
  /** Ends with a slash. */
  url: string;
  token: string;
  onClose: () => void;
}

/** Shows a new token once: as a link for a browser, as a code for a phone, and as text for other clients. */
export function IssuedTokenDialog({ title, kind, url, token, onClose }: Props) {
  const { t } = useTranslation('enrollment');
  return (
    <SecretDialog
      title={title}
      size="lg"
      savedLabel={t('issued.saved')}
      leaveTitle={t('issued.leave_title')}
      leaveText={t('issued.leave_text')}
      onDone={onClose}
    >
      <SecretPanel what={t(`issued.${kind}`)} secret={tokenLink(kind, url, token)} note={t('issued.once')}>
        <TokenForClient url={url} token={token} />
      </SecretPanel>
    </SecretDialog>
  );
}
