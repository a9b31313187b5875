import { type APIRequestContext, expect } from '@playwright/test';
import { createAdministrator } from '../product/people.ts';
import type { Product } from '../product/start-product.ts';

interface Issued {
  readonly enrollment_token: string;
  /** Of the edge; ends with a slash. */
  readonly enrollment_url: string;
}

/** Calls the API as the signed-in person; expects that something is created. */
export async function post(request: APIRequestContext, { url }: Product, path: string, data: object): Promise<Issued> {
  const answer = await request.post(`${url}/api/v1${path}`, { data, headers: { origin: url } });
  expect(answer.status(), await answer.text()).toBe(201);
  return answer.json();
}

/** A person without a password, and the link of the invitation. */
export async function givenInvitation(request: APIRequestContext, product: Product, username: string): Promise<string> {
  await createAdministrator(request, product);
  const names = { first_name: 'Emma', last_name: 'Walker', phone: null };
  await post(request, product, '/user', { username, ...names, email: `${username}@example.com` });
  const { enrollment_url, enrollment_token } = await post(request, product, `/user/${username}/start_enrollment`, {});
  return `${enrollment_url}?token=${enrollment_token}`;
}
