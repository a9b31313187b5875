import { Button } from '@mantine/core';
import { IconBrandGoogle, IconBrandWindows, IconLogin2 } from '@tabler/icons-react';
import { failureText } from '../lib/failure-text.ts';
import { Callout } from './callout.tsx';

const icons = { google: IconBrandGoogle, microsoft: IconBrandWindows } as const;

interface Provider {
  readonly name: string;
  readonly kind: string;
}

interface Props<P extends Provider> {
  providers: readonly P[];
  labelOf: (provider: P) => string;
  /** Leads to the provider with this name. */
  onStart: (name: string) => void;
  start: {
    readonly isError: boolean;
    readonly isPending: boolean;
    readonly isSuccess: boolean;
    readonly error: Error | null;
    readonly variables: string | undefined;
  };
}

/** A button for each OpenID provider, and why the last start failed. */
export function ProviderButtons<P extends Provider>({ providers, labelOf, onStart, start }: Props<P>) {
  return (
    <>
      {start.isError && <Callout tone="danger">{failureText(start.error)}</Callout>}
      {providers.map((provider) => {
        const Icon = provider.kind in icons ? icons[provider.kind as keyof typeof icons] : IconLogin2;
        return (
          <Button
            key={provider.name}
            variant="default"
            fullWidth
            leftSection={<Icon size="1rem" aria-hidden />}
            // also while the browser loads the page of the provider
            loading={(start.isPending || start.isSuccess) && start.variables === provider.name}
            onClick={() => onStart(provider.name)}
          >
            {labelOf(provider)}
          </Button>
        );
      })}
    </>
  );
}
