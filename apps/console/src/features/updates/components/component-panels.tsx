import type { Drift, Versions } from '@gatewarden/contract/updates';
import { IconRouter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Row, RowFacts, RowList } from '../../../ui/row-list.tsx';
import { DriftBadge } from './drift-badge.tsx';

/** Older ones first: they need an update. */
const order: readonly Drift[] = ['behind', 'unknown', 'ahead', 'same'];
const byDrift = (a: { drift: Drift }, b: { drift: Drift }) => order.indexOf(a.drift) - order.indexOf(b.drift);

interface GatewayProps extends Pick<Versions, 'gateways'> {
  /** Whether no newer release is known. */
  readonly isNewest: boolean;
}

export function GatewayPanel({ gateways, isNewest }: GatewayProps) {
  const { t } = useTranslation('updates');
  // one that cannot do what this server needs is older, whatever its version says
  const rows = gateways.map((one) =>
    one.missing_capabilities.length > 0 ? { ...one, drift: 'behind' as const } : one,
  );
  return (
    <Panel title={t('gateways.title')} variant="open">
      {rows.length === 0 ? (
        <EmptyState
          variant="row"
          icon={<IconRouter />}
          title={t('gateways.empty_title')}
          text={t('gateways.empty_text')}
        />
      ) : (
        <RowList label={t('gateways.title')}>
          {rows.toSorted(byDrift).map((gateway) => {
            const name = gateway.name ?? gateway.hostname ?? gateway.id;
            const params = { locationId: String(gateway.location_id), gatewayId: gateway.id };
            return (
              <ComponentRow
                key={gateway.id}
                component={gateway}
                isNewest={isNewest}
                name={name}
                link={
                  <TextLink to="/locations/$locationId/gateways/$gatewayId" params={params}>
                    {name}
                  </TextLink>
                }
                place={gateway.location}
                note={gateway.missing_capabilities.length > 0 && t('gateways.lacks')}
              />
            );
          })}
        </RowList>
      )}
    </Panel>
  );
}

interface EdgeProps extends Pick<Versions, 'edges'> {
  readonly isNewest: boolean;
}

/** Nothing if there are none: most instances have none. */
export function EdgePanel({ edges, isNewest }: EdgeProps) {
  const { t } = useTranslation('updates');
  if (edges.length === 0) return null;
  return (
    <Panel title={t('edges.title')} variant="open">
      <RowList label={t('edges.title')}>
        {edges.toSorted(byDrift).map((edge) => (
          <ComponentRow key={edge.id} component={edge} isNewest={isNewest} name={edge.address} place={edge.hostname} />
        ))}
      </RowList>
    </Panel>
  );
}

interface RowProps {
  readonly component: Pick<Versions['edges'][number], 'version' | 'drift' | 'state' | 'since'>;
  readonly isNewest: boolean;
  readonly name: string;
  readonly link?: ReactNode;
  /** Where it is. */
  readonly place: string | null;
  readonly note?: ReactNode;
}

function ComponentRow({ component, isNewest, name, link, place, note }: RowProps) {
  const { t } = useTranslation('updates');
  const { version, drift, state, since } = component;
  // the version of one that is offline is that of its last connection
  const confirmsSame = isNewest && state === 'connected';
  const badge = state !== 'waiting' && <DriftBadge drift={drift} confirmsSame={confirmsSame} />;
  return (
    <Row name={name} link={link} badge={badge}>
      <RowFacts>
        <span>{version === null ? t('version_unknown') : t('version', { version })}</span>
        {place !== null && <span>{place}</span>}
        <span>
          {t(`state.${state}`)} {state !== 'waiting' && <RelativeTime at={since} />}
        </span>
        {note && <span>{note}</span>}
      </RowFacts>
    </Row>
  );
}
