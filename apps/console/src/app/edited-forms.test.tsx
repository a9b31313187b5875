import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTotp } from '@gatewarden/contract/mfa';
import { act, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setWindowWidth } from '../../test/browser-stubs.ts';
import { follow } from '../../test/follow-step.ts';
import { formRoutes } from '../../test/form-routes.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { refuse } from '../../test/respond.ts';
import { ada, serveVersions } from '../../test/serve-versions.ts';
import { server } from '../../test/server.ts';

/** jsdom has no layout; a virtualized list needs a height. */
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(320);
});

/** What is typed there is a code or the name of a key, which is soon typed again. */
const proofForms = new Set(
  ['add-key-dialog', 'reauthentication-form', 'totp-dialog'].map((file) => `features/mfa/components/${file}.tsx`),
);

describe('a refetch retains what was entered, and leaving a dialog asks first', () => {
  it.each(formRoutes)('in $form', async ({ form, path, me = ada, width, steps = [], field, choose, ...route }) => {
    if (width) setWindowWidth(width);
    const data = serveVersions();
    if (form.endsWith('reauthentication-form.tsx')) server.use(refuse(startTotp, 403, 'proof_required'));
    const { user, queryClient, router } = renderRoute(path, me ? { me } : {});
    for (const step of steps) await follow(user, step);
    const input = await screen.findByLabelText<HTMLInputElement>(field, { selector: 'input,textarea' });
    const isCheckbox = input.type === 'checkbox';
    // only a list that cannot be typed into
    const chosen = input.readOnly ? choose : undefined;
    const text = chosen ?? route.text ?? 'typed';
    if (isCheckbox) {
      await user.click(input);
    } else if (chosen !== undefined) {
      await user.click(input);
      await user.click(await screen.findByRole('option', { name: chosen }));
    } else {
      await user.clear(input);
      await user.type(input, text);
    }
    data.change();
    await act(() => queryClient.invalidateQueries());
    const after = screen.getByLabelText(field, { selector: 'input,textarea' });
    if (isCheckbox) expect(after).toBeChecked();
    else expect(after).toHaveDisplayValue(new RegExp(`^${text}\\b`));
    if (!input.closest('[aria-modal="true"] form') || proofForms.has(form)) return;
    await act(async () => void router.navigate({ to: '/access-rules' }));
    expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeInTheDocument();
    expect(after).toBeInTheDocument();
  });
});

/** Contain the forms of several pages, which are listed instead. */
const sharedForms = [
  'features/settings/components/settings-form.tsx',
  'features/openid-apps/forms/app-form.tsx',
  'ui/form/send-mail-form.tsx',
];

it('covers every form', () => {
  const source = join(import.meta.dirname, '..');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
  const forms = files.filter(
    (file) =>
      /(?<!\.test)\.tsx$/.test(file) &&
      / = useZodForm|<SettingsForm|<AppForm|<SendMailForm/.test(readFileSync(join(source, file), 'utf8')) &&
      !sharedForms.includes(file) &&
      // not pages of the console: nothing of them is edited
      !file.startsWith('edge/'),
  );
  const covered = formRoutes.map(({ form }) => form);
  expect(forms.filter((file) => !covered.includes(file))).toEqual([]);
  expect(covered.filter((form) => !files.includes(form))).toEqual([]);
});
