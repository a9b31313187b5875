import { useQueryClient } from '@tanstack/react-query';
import { essentialsQuery } from '../../features/settings/index.ts';
import { PageLoader } from '../../ui/page-loader.tsx';
import { productLogo, productName } from '../product.ts';

/** Shown until the session is known. Uses the logo of the instance as soon as it has loaded. */
export function StartLoader() {
  const essentials = useQueryClient().getQueryData(essentialsQuery().queryKey);
  return (
    <PageLoader logoUrl={essentials?.nav_logo_url ?? productLogo} name={essentials?.instance_name ?? productName} />
  );
}
