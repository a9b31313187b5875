import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

const targets = 'button, [role="menuitem"], input[type="checkbox"], input[type="radio"]';
/** Considered after these: options of filters have the names of actions. */
const choices = '[role="combobox"], [role="option"]';

/** Queries by role would compute the role of every element of a page again for each step, which takes seconds. */
function findTarget(step: string): HTMLElement {
  const elements = [targets, choices].flatMap((one) => [...document.querySelectorAll<HTMLElement>(one)]);
  const target = elements.find((element) => {
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element.textContent;
    return (element.ariaLabel ?? label)?.startsWith(step);
  });
  if (!target) throw new Error(`nothing is named ${step}`);
  return target;
}

/** Follows one of the `steps` of a form route. */
export async function follow(user: UserEvent, step: string): Promise<void> {
  const [label = '', text] = step.split(':');
  if (text !== undefined) return user.type(await screen.findByLabelText(label), text);
  await user.click(await waitFor(() => findTarget(step)));
}
