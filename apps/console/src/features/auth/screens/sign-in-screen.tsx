import { getRouteApi, useRouter } from '@tanstack/react-router';
import { SignIn } from '../components/sign-in.tsx';

const route = getRouteApi('/sign-in');

/** Sign-in within the console, for sessions that end in it. */
export function SignInScreen() {
  const router = useRouter();
  return <SignIn search={route.useSearch()} onSignedIn={(path) => router.history.replace(path)} />;
}
