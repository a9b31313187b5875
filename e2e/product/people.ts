import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { Product } from './start-product.ts';

export const administrator = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  username: 'ada',
  email: 'ada@example.com',
  password: 'Correct-horse-7',
} as const;

/** Opens the setup link and creates the first administrator; ends signed in. */
export async function setUp(page: Page, product: Product): Promise<void> {
  await page.goto(product.setupLink ?? '');
  await page.getByLabel('First name').fill(administrator.firstName);
  await page.getByLabel('Last name').fill(administrator.lastName);
  await page.getByLabel('Username').fill(administrator.username);
  await page.getByLabel('Email').fill(administrator.email);
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await expect(page).not.toHaveURL(/\/setup/);
}

/**
 * Signs the first administrator in through the API; creates it if there is none. With the request context of a page,
 * its browser is signed in afterwards without having opened the console.
 */
export async function createAdministrator(request: APIRequestContext, { url, setupLink }: Product): Promise<void> {
  if (setupLink === undefined) {
    const { username, password } = administrator;
    const answer = await request.post(`${url}/api/v1/auth`, { data: { username, password } });
    expect(answer.status(), await answer.text()).toBe(200);
    return;
  }
  const token = new URL(setupLink).searchParams.get('token');
  const { firstName, lastName, ...credentials } = administrator;
  const data = { token, first_name: firstName, last_name: lastName, ...credentials };
  const answer = await request.post(`${url}/api/v1/setup`, { data });
  expect(answer.status(), await answer.text()).toBe(201);
}

/** Completes the sign-in page. */
export async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
