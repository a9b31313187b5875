import type { ParentName } from '../modules/module.ts';
import {
  adminRoute,
  groupRoute,
  locationRoute,
  rootRoute,
  settingsPagesRoute,
  signedInRoute,
  userRoute,
} from '../modules/parent-routes.ts';
import { RootPageError } from './frame/root-page-error.tsx';
import { modules } from './modules.ts';
import { startRoute } from './start-route.ts';
import { unknownRoute } from './unknown-route.ts';

type Module = (typeof modules)[number];
type RouteBelow<Parent extends ParentName, Of = Module> = Of extends {
  readonly routes: { readonly [Name in Parent]: readonly (infer Route)[] };
}
  ? Route
  : never;

/** Routes that the features register under the parent. */
function routesBelow<Parent extends ParentName>(parent: Parent): RouteBelow<Parent>[] {
  return modules.flatMap((module) => {
    const routes: { readonly [Name in ParentName]?: readonly unknown[] } = 'routes' in module ? module.routes : {};
    return (routes[parent] ?? []) as RouteBelow<Parent>[];
  });
}

const rootPages = routesBelow('root');
for (const route of rootPages) route.update({ errorComponent: RootPageError });

export const routeTree = rootRoute.addChildren([
  ...rootPages,
  signedInRoute.addChildren([
    startRoute,
    unknownRoute,
    ...routesBelow('signedIn'),
    adminRoute.addChildren([
      ...routesBelow('admin'),
      userRoute.addChildren(routesBelow('user')),
      groupRoute.addChildren(routesBelow('group')),
      locationRoute.addChildren(routesBelow('location')),
      settingsPagesRoute.addChildren(routesBelow('settings')),
    ]),
  ]),
]);
