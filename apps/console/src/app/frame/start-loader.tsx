import { useQueryClient } from '@tanstack/react-query';
import { essentialsQuery } from '../../features/settings/index.ts';
import { PageLoader } from '../../ui/page-loader.tsx';
import { productLogo, productName } from '../product.ts';

/** While it is not known who is there. The instance's own logo takes over as soon as it is known. */
export function StartLoader() {
  const essentials = useQueryClient().getQueryData(essentialsQuery().queryKey);
  return (
    <PageLoader logoUrl={essentials?.nav_logo_url ?? productLogo} name={essentials?.instance_name ?? productName} />
  );
}
