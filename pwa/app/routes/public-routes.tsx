import { createRoute, type AnyRoute } from "@tanstack/react-router";
import type { ComponentType } from "react";
import * as v from "valibot";
import { EDITOR_EXAMPLE_PATH } from "#pwa/content-editor/sample-path.ts";
import { readyBlocks } from "#pwa/parts/content/later-blocks.tsx";
import { PUBLIC_PATHS } from "#pwa/pages/page-paths.ts";
import { GuestOnly } from "#pwa/app/guards.tsx";
import { EMAIL_PAGE_PATH, RESET_PAGE_PATH } from "#schemas/mailed-links.ts";
import { preload } from "./preload-screen.ts";
import {
  ApiReferenceScreen,
  AuthScreen,
  ConfirmEmailScreen,
  LandingScreen,
  PageScreen,
  PreviewScreen,
  ResetPasswordScreen,
  SampleScreen,
} from "./public-screens.tsx";

const AuthSearch = v.object({
  tab: v.fallback(v.optional(v.picklist(["sign-in", "register"])), undefined),
  /** What somebody was asked to pay before they signed in. */
  pay: v.fallback(v.optional(v.string()), undefined),
});
/** Where a link that an operator signed shows a draft. */
const PREVIEW_PATH = "/preview";
const TokenSearch = v.object({ token: v.fallback(v.string(), "") });

/** The routes that need nobody to be signed in. */
export function publicRoutes<Parent extends AnyRoute>(getParentRoute: () => Parent) {
  return [
    createRoute({
      getParentRoute,
      path: "/",
      loader: () => preload(LandingScreen),
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
        loader: () => readyBlocks("auth"),
        component: function AuthRoute() {
          const { tab, pay } = v.parse(AuthSearch, route.useSearch());
          return (
            <GuestOnly whileLoading="show">
              <AuthScreen key={tab} initialTab={tab ?? "sign-in"} isAskedToPay={pay !== undefined} />
            </GuestOnly>
          );
        },
      });
      return route;
    }),
    tokenRoute(getParentRoute, RESET_PAGE_PATH, ResetPasswordScreen),
    tokenRoute(getParentRoute, EMAIL_PAGE_PATH, ConfirmEmailScreen),
    tokenRoute(getParentRoute, PREVIEW_PATH, PreviewScreen),
    createRoute({
      getParentRoute,
      path: "/api",
      component: ApiReferenceScreen,
    }),
    createRoute({ getParentRoute, path: EDITOR_EXAMPLE_PATH, component: SampleScreen }),
    ...PUBLIC_PATHS.map((path) =>
      createRoute({
        getParentRoute,
        path,
        loader: () => preload(PageScreen),
        component: () => <PageScreen path={path} />,
      }),
    ),
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
