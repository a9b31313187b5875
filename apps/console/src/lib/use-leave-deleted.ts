import { useRouter } from '@tanstack/react-router';

type List = '/users' | '/groups' | '/locations' | '/applications' | '/webhooks';

/**
 * Returns a function that leaves the pages of an object once it is deleted. The back button does not return to the
 * page that was shown, and a page that was opened while the object was being deleted stays open.
 * @param list also the path below which the pages are
 * @param id of the object in the path
 */
export function useLeaveDeleted(list: List, id: string): () => void {
  const router = useRouter();
  return () => {
    const [, first, shown = ''] = router.latestLocation.pathname.split('/');
    if (`/${first}` !== list || decodeURIComponent(shown) !== id) return;
    void router.navigate({ to: list, replace: true, ignoreBlocker: true });
  };
}
