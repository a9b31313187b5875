import { defaultWelcomeMessage } from '@gatewarden/contract/enrollment-texts';
import { getSettings, patchSettings, type Settings } from '@gatewarden/contract/settings';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenSettings } from '../../../test/given-settings.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { failNetwork, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const stored = {
  enrollment_welcome_message: 'Hello',
  enrollment_welcome_email: 'Dear',
  enrollment_welcome_email_subject: 'Welcome',
  client_download_url: 'https://example.com/vpn',
};
const me = given.admin({ first_name: 'A*d*a' });

async function openSettings(changes: Partial<Settings> = {}) {
  const sent: unknown[] = [];
  server.use(
    respond(getSettings, givenSettings({ ...stored, ...changes })),
    respond(patchSettings, ({ body }) => {
      sent.push(body);
      return null;
    }),
  );
  const { user } = renderRoute('/settings/enrollment', { me });
  const message = await screen.findByLabelText<HTMLTextAreaElement>('Message');
  const save = () => user.click(screen.getByRole('button', { name: 'Save changes' }));
  const preview = () => within(screen.getAllByRole('region', { name: 'Preview' })[0] as HTMLElement);
  return { user, sent, message, save, preview };
}

it('previews Markdown with a sample person and the signed-in administrator', async () => {
  const { user, message, preview } = await openSettings();
  await user.clear(message);
  await user.click(message);
  await user.paste('# Hi {{ first_name }}\n\n**{{ admin_first_name }}** <b>no</b> {{ unknown }}');
  expect(preview().getByRole('heading', { name: 'Hi Jane' })).toBeVisible();
  // what people chose is no Markdown
  expect(preview().getByText('A*d*a')).toBeVisible();
  expect(preview().getByText(/<b>no<\/b> \{\{ unknown \}\}/)).toBeVisible();
  await user.clear(message);
  expect(preview().getByText('Nothing is shown.')).toBeVisible();
});

it('inserts a placeholder at the cursor', async () => {
  const { user, message } = await openSettings();
  await user.click(message);
  message.setSelectionRange(5, 5);
  await user.click(screen.getByRole('button', { name: 'Username' }));
  expect(message).toHaveValue('Hello{{ username }}');
  expect(message).toHaveFocus();
  await user.keyboard('!');
  expect(message).toHaveValue('Hello{{ username }}!');
});

it('restores the default text, and saves', async () => {
  const { user, message, sent, save } = await openSettings();
  await user.click(screen.getByRole('button', { name: 'Restore the default text' }));
  expect(message).toHaveValue(defaultWelcomeMessage);
  expect(screen.getByRole('button', { name: 'Restore the default text' })).toBeDisabled();
  await user.click(screen.getByRole('switch', { name: /^The device step can be skipped/ }));
  await save();
  await waitFor(() =>
    expect(sent).toEqual([
      {
        enrollment_vpn_step_optional: false,
        enrollment_welcome_message: defaultWelcomeMessage,
      },
    ]),
  );
  expect(await screen.findByText('Enrollment settings saved')).toBeVisible();
});

it('has a text of its own for the email if it differs from the message', async () => {
  const { user, sent, save } = await openSettings();
  expect(screen.queryByLabelText('Text of the email')).not.toBeInTheDocument();
  await user.click(screen.getByRole('switch', { name: 'Send the welcome message' }));
  const mail = await screen.findByLabelText('Text of the email');
  expect(mail).toHaveValue('Dear');
  await user.type(mail, ' all');
  await save();
  await waitFor(() =>
    expect(sent).toMatchObject([
      { enrollment_welcome_email: 'Dear all', enrollment_use_welcome_message_as_email: false },
    ]),
  );
});

it('says what failed', async () => {
  server.use(failNetwork(getSettings));
  renderRoute('/settings/enrollment', { me });
  expect(await screen.findByText('Couldn’t load the settings')).toBeVisible();
});
