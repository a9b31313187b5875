import { Button, type ButtonProps } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';

interface Props extends ButtonProps {
  href: string;
}

/** Link to a page of another site, which opens beside this one, as a button. */
export function ExternalLinkButton(props: Props) {
  return (
    <Button
      component="a"
      target="_blank"
      rel="noreferrer"
      variant="default"
      rightSection={<IconExternalLink size="1rem" aria-hidden />}
      {...props}
    />
  );
}
