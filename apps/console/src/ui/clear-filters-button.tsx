import { Button, type ButtonProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props extends Pick<ButtonProps, 'size' | 'variant'> {
  onClick: () => void;
}

/** Shows all entries of a list again. The button disappears when it is used, and the search field takes the focus. */
export function ClearFiltersButton({ variant = 'default', ...props }: Props) {
  const { t } = useTranslation();
  return (
    <Button variant={variant} data-clears-filters {...props}>
      {t('filters.clear')}
    </Button>
  );
}
