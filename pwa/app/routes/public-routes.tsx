import { createRoute, lazyRouteComponent, type AnyRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { PUBLIC_PATHS } from "#pwa/pages/page-paths.ts";
import { GuestOnly } from "#pwa/app/guards.tsx";
import { LandingScreen } from "#pwa/landing/landing-screen.tsx";
import { RESET_PAGE_PATH } from "#schemas/endpoints.ts";

const AuthSearch = v.object({ tab: v.fallback(v.optional(v.picklist(["sign-in", "register"])), undefined) });
const ResetSearch = v.object({ token: v.fallback(v.string(), "") });

const AuthScreen = lazyRouteComponent(() => import("#pwa/auth/auth-screen.tsx"), "AuthScreen");
const PageScreen = lazyRouteComponent(() => import("#pwa/pages/page-screen.tsx"), "PageScreen");

/** The routes that need nobody to be signed in. */
export function publicRoutes<Parent extends AnyRoute>(getParentRoute: () => Parent) {
  return [
    createRoute({
      getParentRoute,
      path: "/",
      component: () => (
        <GuestOnly whileLoading="show">
          <LandingScreen />
        </GuestOnly>
      ),
    }),
    ...["/auth", "/login"].map((path) => {
      const route = createRoute({
        getParentRoute,
        path,
        validateSearch: AuthSearch,
        component: function AuthRoute() {
          const { tab } = v.parse(AuthSearch, route.useSearch());
          return (
            <GuestOnly whileLoading="show">
              <AuthScreen key={tab} initialTab={tab ?? "sign-in"} />
            </GuestOnly>
          );
        },
      });
      return route;
    }),
    resetRoute(getParentRoute),
    createRoute({
      getParentRoute,
      path: "/api",
      component: lazyRouteComponent(() => import("#pwa/pages/api-reference-screen.tsx"), "ApiReferenceScreen"),
    }),
    ...PUBLIC_PATHS.map((path) => createRoute({ getParentRoute, path, component: () => <PageScreen path={path} /> })),
  ];
}

function resetRoute<Parent extends AnyRoute>(getParentRoute: () => Parent) {
  const Screen = lazyRouteComponent(() => import("#pwa/auth/reset-password-screen.tsx"), "ResetPasswordScreen");
  const route = createRoute({
    getParentRoute,
    path: RESET_PAGE_PATH,
    validateSearch: ResetSearch,
    component: function ResetRoute() {
      const { token } = v.parse(ResetSearch, route.useSearch());
      return <Screen token={token} />;
    },
  });
  return route;
}
