import { createRoute, lazyRouteComponent, type AnyRoute } from "@tanstack/react-router";
import type { ComponentType } from "react";
import * as v from "valibot";
import { PUBLIC_PATHS } from "#pwa/pages/page-paths.ts";
import { GuestOnly } from "#pwa/app/guards.tsx";
import { LandingScreen } from "#pwa/landing/landing-screen.tsx";
import { EMAIL_PAGE_PATH, RESET_PAGE_PATH } from "#schemas/mailed-links.ts";

const AuthSearch = v.object({ tab: v.fallback(v.optional(v.picklist(["sign-in", "register"])), undefined) });
const TokenSearch = v.object({ token: v.fallback(v.string(), "") });

const AuthScreen = lazyRouteComponent(() => import("#pwa/auth/auth-screen.tsx"), "AuthScreen");
const ResetScreen = lazyRouteComponent(() => import("#pwa/auth/reset-password-screen.tsx"), "ResetPasswordScreen");
const ConfirmEmailScreen = lazyRouteComponent(
  () => import("#pwa/profile/confirm-email-screen.tsx"),
  "ConfirmEmailScreen",
);
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
    tokenRoute(getParentRoute, RESET_PAGE_PATH, ResetScreen),
    tokenRoute(getParentRoute, EMAIL_PAGE_PATH, ConfirmEmailScreen),
    createRoute({
      getParentRoute,
      path: "/api",
      component: lazyRouteComponent(() => import("#pwa/pages/api-reference-screen.tsx"), "ApiReferenceScreen"),
    }),
    ...PUBLIC_PATHS.map((path) => createRoute({ getParentRoute, path, component: () => <PageScreen path={path} /> })),
  ];
}

/** A page that a mailed link leads to, with `?token=`. */
function tokenRoute<Parent extends AnyRoute>(
  getParentRoute: () => Parent,
  path: string,
  Screen: ComponentType<{ readonly token: string }>,
) {
  const route = createRoute({
    getParentRoute,
    path,
    validateSearch: TokenSearch,
    component: function TokenRoute() {
      const { token } = v.parse(TokenSearch, route.useSearch());
      return <Screen token={token} />;
    },
  });
  return route;
}
